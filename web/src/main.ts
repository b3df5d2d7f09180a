import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/chart.css";
import "./styles/table.css";
import "./styles/prose.css";

if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => undefined);
mount(App, { target: document.getElementById("app")! });
