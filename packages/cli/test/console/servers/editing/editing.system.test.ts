import { mkdir, readdir, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { EditableServer, ServerView } from "../../../../src/console/views/api-types.js";
import { ownFolder } from "../../../run-midcall.js";
import { createLab, endOf, fixture, type Lab, type Page, startCall, wireOf } from "../../lab.js";

const CANARY = "canary-7f3a91-value";
const target = `node ${fixture("settings.mjs")}`;
let lab: Lab;
let page: Page;
let folder: ReturnType<typeof ownFolder>;
beforeEach(async () => {
  folder = ownFolder();
  lab = await createLab({ stateDir: join(folder.path, "state") });
  page = await lab.page();
});
afterEach(async () => {
  await lab.close();
  folder[Symbol.dispose]();
});

const add = async (body: object): Promise<string> =>
  (await page.api<{ id: string }>("/servers", { target, ...body })).id;
const serverOf = (id: string): ServerView | undefined =>
  page.state.servers.find((one) => one.id === id);
const until = (id: string, state: string): Promise<unknown> =>
  page.until(({ servers }) => servers.some((one) => one.id === id && one.state === state));
const edit = (id: string, change: object): Promise<unknown> =>
  page.api(`/servers/${id}`, change, "PUT");
/** Changes a connected server, and waits for its next connection. */
async function editOpen(id: string, change: object): Promise<void> {
  const { toolsSeq } = serverOf(id)!;
  await edit(id, change);
  await page.until(({ servers }) =>
    servers.some((one) => one.id === id && one.state === "ready" && one.toolsSeq > toolsSeq),
  );
}
const settings = (id: string): Promise<EditableServer> => page.api(`/servers/${id}/settings`);
/** What the program of a server was started with. */
async function startedWith(id: string): Promise<unknown> {
  const { parts } = await endOf(page, await startCall(page, id, "where"));
  return JSON.parse((parts[0] as { readonly text: string }).text);
}

it("starts a program with its variables in its directory, also after a restart of the console", async () => {
  const cwd = await realpath(folder.path);
  const environment = { CANARY, STAGE: "plain" };
  const id = await add({ environment, cwd, name: "Mine", timeout: 30 });
  await until(id, "ready");
  expect(await startedWith(id)).toEqual({ cwd, mode: "plain", length: CANARY.length });
  expect(serverOf(id)).toMatchObject({ environment: ["CANARY", "STAGE"], cwd, timeoutMs: 30_000 });

  await lab.close();
  lab = await createLab({ stateDir: join(folder.path, "state") });
  page = await lab.page();
  await page.api(`/servers/${id}/connect`, {});
  await until(id, "ready");
  expect(await startedWith(id)).toEqual({ cwd, mode: "plain", length: CANARY.length });
  expect(await settings(id)).toEqual({
    target,
    name: "Mine",
    protocolVersion: "auto",
    headers: [],
    environment: ["CANARY", "STAGE"],
    cwd,
    timeout: 30,
  });
});

it("changes the command, name, variables, directory, version and time limit, and reconnects", async () => {
  const id = await add({ environment: { CANARY, STAGE: "first" } });
  await until(id, "ready");
  const cwd = join(await realpath(folder.path), "other");
  await mkdir(cwd);
  await editOpen(id, {
    target: `${target} --flag`,
    name: "Renamed",
    environment: { CANARY: null, STAGE: "second" },
    cwd,
    protocolVersion: "2025-06-18",
    timeout: 2.5,
  });
  expect(serverOf(id)).toMatchObject({
    name: "Renamed",
    negotiated: "2025-06-18",
    target: { kind: "command", args: [fixture("settings.mjs"), "--flag"] },
    timeoutMs: 2_500,
  });
  expect(await startedWith(id)).toEqual({ cwd, mode: "second", length: CANARY.length });
  // A variable that is left out is removed, and what is not mentioned stays.
  await editOpen(id, { environment: { STAGE: null } });
  expect(await startedWith(id)).toEqual({ cwd, mode: "second", length: 0 });
});

it("ends a call after the server's time limit", async () => {
  const id = await add({ timeout: 1 });
  await until(id, "ready");
  const end = await endOf(page, await startCall(page, id, "slow"));
  expect(end.state).toBe("failed");
  expect(end.problem).toMatch(/time|respond/i);
});

it("copies a server with its secrets, and starts the copy only when the user says so", async () => {
  const id = await add({ name: "Mine", environment: { CANARY } });
  await until(id, "ready");
  await page.api("/servers/" + id + "/rule", { rule: "ask" });
  const { id: copy } = await page.api<{ id: string }>(`/servers/${id}/clone`, {});
  await page.until(({ servers }) => servers.length === 2);
  expect(serverOf(copy)).toMatchObject({
    name: "Mine 2",
    state: "idle",
    environment: ["CANARY"],
    outputSeq: 0,
  });
  expect(page.state.rules).toEqual({ Mine: "ask", "Mine 2": "ask" });
  // Neither a change nor a restart of the console starts it.
  await edit(copy, { name: "Copy", target: `${target} --copy` });
  await editOpen(id, {});
  expect(serverOf(copy)).toMatchObject({ name: "Copy", state: "idle", outputSeq: 0 });
  await lab.close();
  lab = await createLab({ stateDir: join(folder.path, "state") });
  page = await lab.page();
  await page.api(`/servers/${id}/connect`, {});
  await until(id, "ready");
  expect(serverOf(copy)).toMatchObject({ name: "Copy", state: "idle", outputSeq: 0 });
  await edit(copy, { connect: true });
  await until(copy, "ready");
  expect(await startedWith(copy)).toMatchObject({ length: CANARY.length });
});

it("shows the value of a variable in no list, form, output, log, timeline, export and audit", async () => {
  const logged: unknown[] = [];
  await lab.close();
  lab = await createLab({
    stateDir: join(folder.path, "state"),
    onError: (error) => logged.push(error),
  });
  page = await lab.page();
  const id = await add({ environment: { CANARY }, protocolVersion: "2025-11-25" });
  await until(id, "ready");
  await endOf(page, await startCall(page, id, "leak"));
  await page.until(({ servers }) => servers.some(({ logSeq }) => logSeq > 0));
  // What was written with the old value stays masked when there is a new one.
  await editOpen(id, { environment: { CANARY: "another-value-91" } });
  await page.api(`/servers/${id}/clone`, {});
  const { command } = await page.api<{ command: string }>(`/servers/${id}/command`, {
    tool: "leak",
  });
  const output = await page.api(`/servers/${id}/output`);
  const log = await page.api(`/servers/${id}/log`);
  expect(JSON.stringify(output)).toContain("leaked ••••••");
  expect(JSON.stringify(log)).toContain("leaked ••••••");
  const answers = [
    page.state,
    page.hello,
    output,
    log,
    command,
    await settings(id),
    await wireOf(page, id),
    await page.api(`/servers/${id}/http`),
    await page.api("/servers/export"),
    await page.api("/audit"),
    logged,
  ];
  await lab.close();
  const state = join(folder.path, "state");
  const files = (await readdir(state)).filter((name) => /\.jsonl?$/.test(name));
  expect(files).toContain("environment.json");
  for (const name of files) {
    if (name !== "environment.json") answers.push(await readFile(join(state, name), "utf8"));
  }
  expect(JSON.stringify(answers)).not.toMatch(/7f3a91|value-91/);
});

it("keeps the masked parts of a command line at their own place only", async () => {
  const id = await add({ target: `${target} --api-key sk-12345 --token=sk-6789` });
  await until(id, "ready");
  const { target: shown } = await settings(id);
  expect(shown).toBe(`${target} --api-key •••••• --token=••••••`);
  await edit(id, { target: `${shown} --more 'two words'` });
  await lab.close();
  const saved = await readFile(join(folder.path, "state", "servers.json"), "utf8");
  expect((JSON.parse(saved) as { target: object }[])[0]!.target).toEqual({
    kind: "command",
    command: "node",
    args: [
      fixture("settings.mjs"),
      "--api-key",
      "sk-12345",
      "--token=sk-6789",
      "--more",
      "two words",
    ],
  });
  lab = await createLab({ stateDir: join(folder.path, "state") });
  page = await lab.page();
  for (const wrong of ["node x --other ••••••", "••••••", "node x --api-key=••••••"]) {
    await expect(edit(id, { target: wrong })).rejects.toThrow("Enter the value itself");
  }
});

it("refuses what cannot be, and changes nothing", async () => {
  const id = await add({ environment: { CANARY } });
  await add({ name: "Other", cwd: folder.path });
  await until(id, "ready");
  const before = await settings(id);
  const refused = (change: object, why: string): Promise<void> =>
    expect(edit(id, change)).rejects.toThrow(why);
  await refused({ name: "Other" }, "another server with the name Other");
  await refused({ name: " " }, "Enter a name");
  await refused({ cwd: join(folder.path, "missing") }, "There is no directory");
  await refused({ environment: { STAGE: null } }, "has no value");
  await refused({ environment: { "A=B": "c" } }, "name of an environment variable is invalid");
  await refused({ environment: { A: "b\0" } }, "invalid");
  await refused({ headers: { a: "b" } }, "only be sent to a URL");
  await refused({ timeout: 0 }, "time limit");
  await refused({ timeout: "1" }, "time limit");
  await refused({ target: "" }, "Enter a command");
  await refused({ target: "https://example.com/mcp", environment: { A: "b" } }, "Use headers");
  expect(await settings(id)).toEqual(before);
  expect(serverOf(id)?.state).toBe("ready");
  await expect(edit("gone", {})).rejects.toThrow("404");
});

it("does not send the answers of a waiting call to another server", async () => {
  const asks = `node ${fixture("server.mjs")}`;
  const id = await add({ target: asks, protocolVersion: "2026-07-28", name: "Asks" });
  await until(id, "ready");
  const call = await startCall(page, id, "echo", { label: "x" });
  await page.until(({ questions }) => questions.showing[0]);
  await lab.close();
  lab = await createLab({ stateDir: join(folder.path, "state") });
  page = await lab.page();
  await page.until(({ questions }) => questions.showing[0]);
  await expect(edit(id, { target })).rejects.toThrow("A call of Asks waits for an answer");
  await expect(edit(id, { name: "Else" })).rejects.toThrow("A call of Asks waits for an answer");
  expect(page.state.questions.showing).toHaveLength(1);
  const waiting = page.state.calls.find(({ resumed }) => resumed)!;
  expect(waiting.id).not.toBe(call);
  await page.api(`/calls/${waiting.id}/cancel`, {});
  await page.until(({ questions }) => questions.showing.length === 0);
  await expect.poll(() => edit(id, { target }).then(() => "changed", String)).toBe("changed");
});

it("gives the calls of a server that is gone to no imported one, and does not start it for them", async () => {
  const asks = `node ${fixture("server.mjs")}`;
  const id = await add({ target: asks, protocolVersion: "2026-07-28", name: "Asks" });
  await until(id, "ready");
  await startCall(page, id, "echo", { label: "x" });
  await page.until(({ questions }) => questions.showing[0]);
  await lab.close();
  await writeFile(join(folder.path, "state", "servers.json"), "[]");
  const restart = async (): Promise<void> => {
    lab = await createLab({ stateDir: join(folder.path, "state") });
    page = await lab.page();
  };
  await restart();
  const text = JSON.stringify({ mcpServers: { Asks: { command: "node", args: ["x.mjs"] } } });
  const { id: list } = await page.api<{ id: string }>("/import/read", { text });
  await page.api("/import/add", { id: list, servers: [0] });
  await page.until(({ servers }) => servers.length === 1);
  await lab.close();
  await restart();
  expect(page.state.servers).toMatchObject([{ name: "Asks 2", state: "idle", outputSeq: 0 }]);
});
