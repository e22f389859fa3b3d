import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createForeignRequests } from "../../../src/server/http/foreign-requests.js";
import { addressOf } from "../../../src/server/http/node/node-exchange.js";
import { scaled } from "../../../../../test/night.js";

/** What was accepted or read last is remembered: it must count for nothing that differs from it. */

const silent = { warn: () => {}, error: () => {} };

describe("a request after another that was accepted", () => {
  const options = [
    {},
    { allowedHosts: ["a.example"] },
    { allowedHosts: ["a.example", "b.example"], allowedOrigins: ["https://a.example"] },
    { allowedOrigins: ["https://b.example"] },
  ];
  const request = fc.record({
    to: fc.nat(options.length - 1),
    url: fc.constantFrom("https://a.example/mcp", "https://b.example/mcp", "http://localhost/mcp"),
    host: fc.constantFrom(null, "a.example", "b.example", "localhost"),
    origin: fc.constantFrom(null, "https://a.example", "https://b.example", "http://b.example"),
  });

  it("is judged as if it were the first, by the options of its own handler", () => {
    fc.assert(
      fc.property(fc.array(request, { minLength: 2, maxLength: 40 }), (requests) => {
        const handlers = options.map((one) => createForeignRequests(one, silent));
        for (const { to, url, host, origin } of requests) {
          const headers = {
            get: (name: string) => (name === "host" ? host : name === "origin" ? origin : null),
          };
          const first = createForeignRequests(options[to]!, silent);
          expect(handlers[to]!({ url, headers })?.status).toBe(first({ url, headers })?.status);
        }
      }),
      { numRuns: scaled(100, 3_000) },
    );
  });
});

describe("the address of a request after another", () => {
  const request = fc.record({
    url: fc.constantFrom(
      "/mcp",
      "/mcp?a=b",
      "//evil.example/mcp",
      "http://b.example/x",
      "http://[",
    ),
    host: fc.constantFrom(null, "a.example", "b.example:81", "a b"),
    isEncrypted: fc.boolean(),
  });

  it("is its own", () => {
    fc.assert(
      fc.property(fc.array(request, { minLength: 2, maxLength: 40 }), (requests) => {
        for (const { url, host, isEncrypted } of requests) {
          const base = `${isEncrypted ? "https" : "http"}://${host ?? "localhost"}`;
          const expected = URL.canParse(url, base) ? new URL(url, base).href : undefined;
          const socket = isEncrypted ? { encrypted: true } : {};
          expect(addressOf({ url, socket }, host)).toBe(expected);
        }
      }),
      { numRuns: scaled(100, 3_000) },
    );
  });
});
