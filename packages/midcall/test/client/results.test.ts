import { describe, expect, it } from "vitest";

import {
  accept,
  cancel,
  cannotAsk,
  decline,
  declineReason,
  reject,
} from "../../src/client/attach/results.js";

const SECRET = "because my boss said so";

describe("results", () => {
  it("are what travels", () => {
    expect(accept({ a: 0, b: "", c: false, d: [] })).toStrictEqual({
      action: "accept",
      content: { a: 0, b: "", c: false, d: [] },
    });
    expect(accept()).toStrictEqual({ action: "accept" });
    expect(decline()).toStrictEqual({ action: "decline" });
    expect(cancel()).toStrictEqual({ action: "cancel" });
    expect(cannotAsk("no-ui")).toStrictEqual({
      action: "cancel",
      content: { "midcall/cannotAsk": "no-ui" },
    });
  });

  it("know reject as another name of decline", () => {
    expect(reject).toBe(decline);
  });

  it("keep the reason of a decline off every way out", () => {
    const result = decline(SECRET);
    expect(declineReason(result)).toBe(SECRET);
    const ways: readonly unknown[] = [
      JSON.stringify(result),
      JSON.stringify({ ...result }),
      JSON.stringify(Object.assign({}, result)),
      JSON.stringify(Object.entries(result)),
      structuredClone(result),
      { ...result },
    ];
    for (const way of ways) {
      expect(JSON.stringify(way)).not.toContain(SECRET);
      if (typeof way === "object") expect(declineReason(way as typeof result)).toBeUndefined();
    }
    expect(Object.keys(result)).toEqual(["action"]);
  });

  it("have no reason where none was given, or no text", () => {
    expect(declineReason(decline())).toBeUndefined();
    expect(declineReason(accept({ reason: "x" }))).toBeUndefined();
    expect(declineReason(decline(7 as unknown as string))).toBeUndefined();
  });
});
