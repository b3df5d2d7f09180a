/* Lets the page be installed, and says a calm sentence where there is no network. Nothing else is kept: the server has
 * the truth. */
const CACHE = "sectors-offline-1";
const KEPT = ["/offline.html", "/offline.css", "/icon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT)));
  self.skipWaiting();
});
self.addEventListener("activate", (event) => {
  const others = (keys) => keys.filter((key) => key !== CACHE).map((key) => caches.delete(key));
  event.waitUntil(caches.keys().then((keys) => Promise.all(others(keys))));
});
self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.mode === "navigate")
    event.respondWith(fetch(event.request).catch(() => caches.match("/offline.html")));
  else if (KEPT.includes(pathname)) event.respondWith(fetch(event.request).catch(() => caches.match(event.request)));
});
