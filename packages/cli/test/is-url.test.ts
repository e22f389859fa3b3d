import { expect, it } from "vitest";
import { isUrl } from "../src/is-url.js";

it("takes the same text for a URL after V8 has compiled what looks at it", () => {
  const isSo = (text: string): boolean => isUrl(text);
  for (let times = 0; times < 20_000; times++) isSo("https://example.com/");
  expect(isSo("https://b\u00fccher.example/")).toBe(true);
  expect(isSo("bücher")).toBe(false);
});
