import { describe, expect, it } from "vitest";
import { eras, forEachEra, type Era } from "../../src/testing/index.js";

describe("forEachEra", () => {
  it("calls a synchronous function for every era at once, as registering tests needs", () => {
    const seen: Era[] = [];
    forEachEra((era) => {
      seen.push(era);
    });
    expect(seen).toEqual(eras);
  });

  it("awaits an asynchronous function before the next era", async () => {
    const seen: string[] = [];
    await forEachEra(async (era) => {
      seen.push(`${era} starts`);
      await new Promise((resolve) => setTimeout(resolve, 1));
      seen.push(`${era} ends`);
    });
    expect(seen).toEqual(eras.flatMap((era) => [`${era} starts`, `${era} ends`]));
  });

  it("stops at the first era that fails", async () => {
    const seen: Era[] = [];
    const walk = forEachEra(async (era) => {
      seen.push(era);
      if (era === "2025-11-25") throw new Error("not here");
    });
    await expect(walk).rejects.toThrow("not here");
    expect(seen).toEqual(["2025-06-18", "2025-11-25"]);
  });
});
