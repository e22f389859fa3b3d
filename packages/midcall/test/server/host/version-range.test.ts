import { describe, expect, it } from "vitest";
import { isInRange, isVersion } from "../../../src/server/host/version-range.js";

describe("a version range", () => {
  it.each([
    ["2.1.76", true],
    ["v2.1.76", true],
    ["2.1.107", true],
    ["2.1.107-beta.3", true],
    ["2.1.100.9", true],
    ["2.1.75", false],
    ["2.1", false],
    ["2.1.9", false],
    ["2.1.108", false],
    ["2.1.108-beta", false],
    ["2.2", false],
    ["10.0.0", false],
  ])("compares number by number, from one version and before another: %s", (version, inside) => {
    expect(isInRange(version, { from: "2.1.76", before: "2.1.108" })).toBe(inside);
  });

  it("may be open at each end", () => {
    expect(isInRange("0.0.1", { before: "1" })).toBe(true);
    expect(isInRange("1.0.0", { before: "1" })).toBe(false);
    expect(isInRange("99", { from: "1" })).toBe(true);
    expect(isInRange("1", { from: "1.0.0" })).toBe(true);
    expect(isInRange("7", {})).toBe(true);
  });

  it.each([undefined, "", "latest", "..", "1.", "1..2", `${"9".repeat(40)}`, "-1"])(
    "has no version that cannot be read: %s",
    (version) => {
      expect(isInRange(version, {})).toBe(false);
      expect(isVersion(version)).toBe(false);
    },
  );
});
