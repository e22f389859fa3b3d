import { protocolVersions } from "midcall/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mounts } from "./mounts.js";
import { type RunningServer, runServer } from "./run-server.js";
import { keyOf, tableOf } from "./table.js";
import { callTool } from "./user.js";

/** More than the 10 seconds after which Bun closes a quiet connection; it looks only every few seconds. */
const LONGER_THAN_BUN_MS = 14_000;

const results = new Map<string, boolean>();

describe.each(mounts)("$name", (mount) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await runServer(mount);
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  it.each(protocolVersions)(
    "asks the user on %s, and takes each answer for what it is",
    async (version) => {
      const wire = { url: server.url, version };
      expect({
        accepted: await callTool(wire, "choose", "accept"),
        declined: await callTool(wire, "choose", "decline"),
        confirmed: await callTool(wire, "remove", "accept"),
        refused: await callTool(wire, "remove", "decline"),
      }).toEqual({ accepted: "blue", declined: "decline", confirmed: true, refused: false });
      results.set(keyOf(mount, version), true);
    },
  );

  if (mount.closesQuiet !== true) return;
  it("waits for a slow user and for a slow tool", async () => {
    const slow = protocolVersions.flatMap((version) => {
      const wire = { url: server.url, version };
      return [
        callTool(wire, "choose", "accept", LONGER_THAN_BUN_MS),
        callTool(wire, "work", "accept"),
      ];
    });
    expect(await Promise.all(slow)).toEqual(protocolVersions.flatMap(() => ["blue", "worked"]));
    expect(server.output()).not.toContain("timed out");
  });
});

it("docs/runtimes.md says what happened (npm run runtimes writes it)", async () => {
  await expect(await tableOf(results)).toMatchFileSnapshot("../../../docs/runtimes.md");
});
