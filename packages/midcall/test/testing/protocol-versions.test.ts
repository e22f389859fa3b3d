import { describe, expect, it } from "vitest";
import {
  protocolVersions,
  forEachProtocolVersion,
  type ProtocolVersion,
} from "../../src/testing/index.js";

describe("forEachProtocolVersion", () => {
  it("calls a synchronous function for every protocol version at once, as registering tests needs", () => {
    const seen: ProtocolVersion[] = [];
    forEachProtocolVersion((protocolVersion) => {
      seen.push(protocolVersion);
    });
    expect(seen).toEqual(protocolVersions);
  });

  it("awaits an asynchronous function before the next protocol version", async () => {
    const seen: string[] = [];
    await forEachProtocolVersion(async (protocolVersion) => {
      seen.push(`${protocolVersion} starts`);
      await new Promise((resolve) => setTimeout(resolve, 1));
      seen.push(`${protocolVersion} ends`);
    });
    expect(seen).toEqual(
      protocolVersions.flatMap((protocolVersion) => [
        `${protocolVersion} starts`,
        `${protocolVersion} ends`,
      ]),
    );
  });

  it("stops at the first protocol version that fails", async () => {
    const seen: ProtocolVersion[] = [];
    const walk = forEachProtocolVersion(async (protocolVersion) => {
      seen.push(protocolVersion);
      if (protocolVersion === "2025-11-25") throw new Error("not here");
    });
    await expect(walk).rejects.toThrow("not here");
    expect(seen).toEqual(["2025-06-18", "2025-11-25"]);
  });
});
