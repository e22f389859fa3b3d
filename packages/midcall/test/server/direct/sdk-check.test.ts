import { describe, expect, it } from "vitest";
import { isKnownSdk } from "../../../src/server/http/direct/sdk-check.js";

describe("the check of the installed SDK", () => {
  it("knows the version that the tests run with", async () => {
    expect(await isKnownSdk()).toBe(true);
  });
});
