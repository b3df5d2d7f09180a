import { describe, expect, it } from "vitest";
import { canonical, sha256 } from "./hash";

describe("hashes", () => {
  it("hashes as everybody does", () => {
    expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(sha256("é".repeat(500))).toBe("8b671e21c36a4d798b1f027ddf9b611a373ce10ff7f19a43ee8cd014721e5d98");
  });
  it("writes equal values alike, whatever their order", () => {
    expect(canonical({ b: [1, null, "ü"], a: { d: true, c: "x" } })).toBe('{"a":{"c":"x","d":true},"b":[1,null,"ü"]}');
  });
  it("finds the commitment that the server finds", () => {
    expect(sha256(canonical({ proof: 2, table: "abc", game: "sector6", given: null, seed: "seed" }))).toMatch(
      /^438cfaeab959ce05/,
    );
  });
});
