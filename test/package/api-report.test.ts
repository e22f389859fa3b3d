import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { report, surface } from "../../scripts/api-report.mjs";

/**
 * Half of the 416 exports there were before the surface was trimmed, three for each of three frameworks, the type of a
 * step's result, a function that opens pages from a host without React, what the entries of client libraries and own
 * user interfaces in React have, the two functions with which the command line opens a page in the user's browser, the
 * type of the options of a handler, and of `midcall/testing` the six faults of a transport with what chooses messages, the
 * content of answers, and the matchers for vitest and node:test, what is known about hosts, for programs between a host
 * and a server, and the store on PostgreSQL with the function that creates its tables, the verification of an audit log,
 * and telemetry with the names of its attributes and metrics, and the languages.
 */
const MOST_EXPORTS = 299;

describe("the public surface", () => {
  const all = surface();

  it("is the one in docs/api.d.ts.txt (npm run api writes it)", () => {
    const written = readFileSync(new URL("../../docs/api.d.ts.txt", import.meta.url), "utf8");
    expect(report(all)).toBe(written);
  });

  it(`has at most ${MOST_EXPORTS} exports`, () => {
    const count = all.reduce((sum, { exported }) => sum + exported.length, 0);
    expect(count).toBeGreaterThan(100);
    expect(count).toBeLessThanOrEqual(MOST_EXPORTS);
  });

  it("is declared in full: every export has a declaration", () => {
    for (const { name, exported } of all)
      for (const { name: symbol, text } of exported)
        expect([name, symbol, text]).toEqual([name, symbol, expect.stringMatching(/\S/)]);
  });
});
