import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { mainVersions } from "../../../../test/night.js";
import { bundled } from "../../../../test/bundled.js";
import {
  accepting,
  createRealClock,
  createSimulatedHost,
  declining,
  type HostTraits,
  linkToProcess,
  type SimulatedHost,
  sound,
  type User,
  walkingAway,
} from "./parts/index.js";

const server = bundled(fileURLToPath(new URL("server.fixture.mjs", import.meta.url)));
const target = { target: "notes" };

const hostOf = (traits: Partial<HostTraits>, user: User, timeoutMs = 600_000) =>
  createSimulatedHost({
    link: linkToProcess(process.execPath, [server, String(timeoutMs)]),
    traits: { ...sound, ...traits },
    user,
    clock: createRealClock(),
  });

const textOf = async (host: SimulatedHost): Promise<string> =>
  JSON.stringify(await host.callTool("delete", target));

describe.each(mainVersions)("a simulated host of a server process on %s", (protocolVersion) => {
  it("has its user answer", async () => {
    await using agrees = await hostOf({ protocolVersion }, accepting({ confirm: true }, 600));
    expect(await textOf(agrees)).toContain("Deleted notes.");
    await using declines = await hostOf({ protocolVersion }, declining(300));
    expect(await textOf(declines)).toContain("Nothing was deleted.");
    expect(declines.deeds).toHaveLength(1);
  });

  it("declines in 15 ms, and is not taken for its user", async () => {
    const onQuestion = { does: "answers-itself", action: "decline", afterMs: 15 } as const;
    await using host = await hostOf({ protocolVersion, onQuestion, name: "liar" }, declining());
    expect(await textOf(host)).toContain("(auto-declined)");
    expect(host.deeds).toEqual([]);
  });

  it("gives its call up, and can go on with another one", async () => {
    const callTimeout = { ms: 300, notifies: true };
    await using host = await hostOf({ protocolVersion, callTimeout }, walkingAway());
    expect(await host.callTool("delete", target)).toEqual({ kind: "timed-out" });
    expect((await host.tools()).map(({ name }) => name)).toEqual(["delete"]);
  });
});
