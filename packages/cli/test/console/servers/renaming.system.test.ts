import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { parseTarget } from "../../../src/connect/target.js";
import { addServer, createLab, fixture, type Lab } from "../lab.js";

const words = ["node", fixture("server.mjs")];
const target = words.join(" ");
let stateDir: string;
let lab: Lab;
beforeEach(async () => void (stateDir = await mkdtemp(join(tmpdir(), "midcall-console-"))));
afterEach(async () => {
  await lab.close();
  await rm(stateDir, { recursive: true, force: true });
});

it("gives a server that is known the name of this start, with its rule", async () => {
  lab = await createLab({ stateDir });
  const before = await lab.page();
  const id = await addServer(before, { target, name: "Alpha" });
  await addServer(before, { target: `${target} other`, name: "Taken" });
  await before.api(`/servers/${id}/rule`, { rule: "block" });
  await lab.close();

  for (const [given, name] of [
    ["Beta", "Beta"],
    ["Taken", "Taken 2"],
    ["Taken", "Taken 2"],
    [undefined, "Taken 2"],
  ] as const) {
    lab = await createLab({ stateDir, target: parseTarget(words), name: given });
    const page = await lab.page();
    const server = await page.until(({ servers }) => servers.find((one) => one.id === id));
    expect(server.name).toBe(name);
    expect(page.state.rules).toEqual({ [name]: "block" });
    await lab.close();
  }
});

it("keeps a name by which calls wait to be gone on with", async () => {
  const saved = {
    id: "0123456789ab",
    name: "Alpha",
    target: parseTarget(words),
    cwd: process.cwd(),
    protocolVersion: "auto",
  };
  await writeFile(join(stateDir, "servers.json"), JSON.stringify([saved]));
  await writeFile(
    join(stateDir, "inbox.json"),
    JSON.stringify({ version: 1, rules: [], calls: [{ server: "Alpha" }] }),
  );
  lab = await createLab({ stateDir, target: saved.target, name: "Beta" });
  const page = await lab.page();
  expect(page.state.servers.map(({ name }) => name)).toEqual(["Alpha"]);
});

it("uses the protocol version that is given when a server is added again", async () => {
  lab = await createLab({ stateDir });
  const page = await lab.page();
  const id = await addServer(page, { target, protocolVersion: "2025-06-18" });
  await page.api("/servers", { target, protocolVersion: "2025-11-25" });
  await page.until(
    ({ servers }) => servers[0]!.id === id && servers[0]!.negotiated === "2025-11-25",
  );
  const { toolsSeq } = page.state.servers[0]!;
  for (const protocolVersion of ["2025-11-25", undefined] as const)
    await page.api("/servers", { target, protocolVersion });
  expect(page.state.servers[0]).toMatchObject({ state: "ready", toolsSeq });
});
