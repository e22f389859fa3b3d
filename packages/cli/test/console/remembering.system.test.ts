import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hasTimerOf } from "../../../../test/own-timers.js";
import type { CallResultView } from "../../src/console/views/api-types.js";
import {
  addServer,
  createLab,
  endOf,
  fixture,
  type Lab,
  type Page,
  startCall,
  wireOf,
} from "./lab.js";

let stateDir: string;
let labs: Lab[];
let child: ChildProcess | undefined;
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), "midcall-console-"));
  labs = [];
});
afterEach(async () => {
  for (const lab of labs) await lab.close();
  child?.kill("SIGKILL");
  await rm(stateDir, { recursive: true, force: true });
});
const start = async (options: Parameters<typeof createLab>[0] = {}): Promise<Lab> => {
  const lab = await createLab({ ...options, stateDir });
  labs.push(lab);
  return lab;
};
const target = `node ${fixture("server.mjs")}`;

async function startHttp(): Promise<string> {
  const started = spawn(process.execPath, [fixture("server.mjs"), "--http", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  child = started;
  return new Promise((resolve) =>
    started.stdout.once("data", (line: Buffer) => resolve(String(line).trim())),
  );
}

it("remembers servers, protocol versions and rules, for this person alone", async () => {
  const first = await start();
  const page = await first.page();
  const id = await addServer(page, { target, name: "Mine", protocolVersion: "2025-11-25" });
  await page.api(`/servers/${id}/rule`, { rule: "block" });
  await page.api(`/servers/${id}/connect`, { protocolVersion: "2026-07-28" });
  await page.until(
    ({ servers, rules }) => servers[0]!.negotiated === "2026-07-28" && rules["Mine"],
  );
  await first.close();

  expect((await stat(stateDir)).mode & 0o777).toBe(0o700);
  for (const name of ["servers.json", "inbox.json"]) {
    expect((await stat(join(stateDir, name))).mode & 0o777).toBe(0o600);
  }
  const again = await (await start()).page();
  expect(again.state.servers).toMatchObject([
    { id, name: "Mine", protocolVersion: "2026-07-28", state: "idle" },
  ]);
  expect(again.state.rules).toEqual({ Mine: "block" });
});

it("takes what it remembers with care", async () => {
  const good = {
    id: "a1",
    name: "Good",
    protocolVersion: "later",
    target: { kind: "url", url: "http://127.0.0.1:9/mcp" },
  };
  const bad = [
    7,
    null,
    {},
    { ...good, id: "../x" },
    { ...good, id: "b", target: { kind: "url", url: "file:///etc/passwd" } },
  ];
  await writeFile(join(stateDir, "servers.json"), JSON.stringify([...bad, good, good]));
  const page = await (await start()).page();
  expect(page.state.servers).toMatchObject([{ id: "a1", name: "Good", protocolVersion: "auto" }]);
});

it("does not start over a file it cannot read, and leaves it alone", async () => {
  await writeFile(join(stateDir, "inbox.json"), "{ broken");
  await expect(start()).rejects.toThrow(/Cannot read .*inbox\.json/);
  expect(await readFile(join(stateDir, "inbox.json"), "utf8")).toBe("{ broken");
});

it("keeps a question open over a reload of the page", async () => {
  const lab = await start({ graceMs: 30_000 });
  const page = await lab.page();
  const id = await addServer(page, { target, protocolVersion: "2025-06-18" });
  const call = await startCall(page, id, "ask");
  const question = await page.until(({ questions }) => questions.showing[0]);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    await page.leave();
    while (!hasTimerOf(30_000)) await new Promise(setImmediate);
    // The inbox itself would give up after a second.
    await vi.advanceTimersByTimeAsync(29_000);
  } finally {
    vi.useRealTimers();
  }
  const again = await lab.page();
  expect(again.state.questions.showing[0]?.id).toBe(question.id);
  const at = `/questions/${encodeURIComponent(question.id)}/respond`;
  await again.api(at, { action: "accept", content: { value: "one" } });
  expect(await endOf(again, call)).toMatchObject({ parts: [{ text: "Chosen: one" }] });
});

it("gives a question up once nobody has looked for a while", async () => {
  const lab = await start({ graceMs: 50 });
  const page = await lab.page();
  const id = await addServer(page, { target, protocolVersion: "2025-11-25" });
  const call = await startCall(page, id, "ask");
  await page.until(({ questions }) => questions.showing[0]);
  await page.leave();
  const result = (): Promise<CallResultView> => page.api(`/calls/${call}`);
  await vi.waitFor(async () => expect((await result()).parts).not.toEqual([]));
  const again = await lab.page();
  expect(again.state.questions.showing).toEqual([]);
  expect((await endOf(again, call)).parts[0]).toMatchObject({
    text: expect.not.stringContaining("Chosen"),
  });
});

it("goes on with a call of 2026-07-28 after the console was started again", async () => {
  const url = await startHttp();
  const first = await start();
  const page = await first.page();
  const id = await addServer(page, { target: url, name: "Far", protocolVersion: "2026-07-28" });
  await startCall(page, id, "ask", { what: "Still there?" });
  await page.until(({ questions }) => questions.showing[0]);
  await first.close();

  const lab = await start();
  const again = await lab.page();
  const question = await again.until(({ questions }) => questions.showing[0]);
  expect(question).toMatchObject({ server: "Far", message: "Still there?" });
  const call = await again.until(({ calls }) => calls[0]);
  expect(call).toMatchObject({ kind: "tool", name: "ask", resumed: "known", state: "running" });
  const at = `/questions/${encodeURIComponent(question.id)}/respond`;
  await again.api(at, { action: "accept", content: { value: "two" } });
  expect(await endOf(again, call.id)).toMatchObject({ parts: [{ text: "Chosen: two" }] });
  await lab.close();
  const saved = JSON.parse(await readFile(join(stateDir, "inbox.json"), "utf8")) as object;
  expect(saved).toMatchObject({ calls: [] });
});

describe("a call that is resumed", () => {
  const answer = { action: "accept", content: { value: "two" } };
  const saved = async (): Promise<number> =>
    (JSON.parse(await readFile(join(stateDir, "inbox.json"), "utf8")) as { calls: object[] }).calls
      .length;

  /** A page of a console that goes on with a call. */
  async function resume(): Promise<{ page: Page; server: string; call: string; at: string }> {
    const first = await start();
    const before = await first.page();
    const server = await addServer(before, { target, protocolVersion: "2026-07-28" });
    await startCall(before, server, "ask");
    await before.until(({ questions }) => questions.showing[0]);
    await vi.waitFor(async () => expect(await saved()).toBe(1));
    await first.close();
    const page = await (await start()).page();
    const { id } = await page.until(({ questions }) => questions.showing[0]);
    const call = await page.until(({ calls }) => calls[0]);
    return { page, server, call: call.id, at: `/questions/${encodeURIComponent(id)}/respond` };
  }
  /** How often an answer was sent. */
  const sent = async (page: Page, server: string): Promise<number> =>
    (await wireOf(page, server)).filter(
      ({ direction, body }) => direction === "sent" && body.includes("inputResponses"),
    ).length;

  it("is over before anybody can answer, if its server no longer knows it", async () => {
    const first = await start();
    const before = await first.page();
    const fresh = { target: `${target} --fresh`, protocolVersion: "2026-07-28" } as const;
    const server = await addServer(before, fresh);
    const body = { kind: "tool", name: "ask", arguments: { what: "Now?" }, scenario: "Mine" };
    await before.api(`/servers/${server}/calls`, body);
    await before.until(({ questions }) => questions.showing[0]);
    await vi.waitFor(async () => expect(await saved()).toBe(1));
    await first.close();

    const page = await (await start()).page();
    const { id } = await page.until(({ calls }) => calls[0]);
    const end = await endOf(page, id);
    expect(end).toMatchObject({
      state: "over",
      kind: "tool",
      name: "ask",
      arguments: { what: "Now?" },
      scenario: "Mine",
      resumed: "known",
      problem: expect.stringMatching(/no longer knows this call/) as string,
    });
    expect(page.state.questions.showing).toEqual([]);
    expect(page.state.auditSeq).toBe(0);
    await vi.waitFor(async () => expect(await saved()).toBe(0));
  });

  it("is in doubt, if its server was started again and does not say whether it still knows it", async () => {
    const plain = {
      target: `node ${fixture("content.mjs")}`,
      protocolVersion: "2026-07-28",
    } as const;
    const first = await start();
    const before = await first.page();
    const server = await addServer(before, plain);
    const body = { kind: "prompt", name: "asking" };
    await before.api(`/servers/${server}/calls`, body);
    await before.until(({ questions }) => questions.showing[0]);
    expect(before.state.calls[0]?.resumed).toBeUndefined();
    await vi.waitFor(async () => expect(await saved()).toBe(1));
    await first.close();

    const page = await (await start()).page();
    const question = await page.until(({ questions }) => questions.showing[0]);
    const call = await page.until(({ calls }) => calls[0]);
    expect(call).toMatchObject({ resumed: "doubtful", questions: [question.id] });
  });

  it("is really stopped by Cancel, and its question withdrawn", async () => {
    const { page, server, call, at } = await resume();
    await page.api(`/calls/${call}/cancel`, {});
    expect(await page.api(at, answer)).toMatchObject({ ok: false });
    expect(await endOf(page, call)).toMatchObject({ state: "cancelled", notes: [] });
    await page.until(({ questions }) => questions.showing.length === 0);
    await vi.waitFor(async () => expect(await saved()).toBe(0));
    await page.api(`/servers/${server}/connect`, {});
    await page.until(({ servers }) => servers[0]!.state === "ready");
    expect(page.state.questions.showing).toEqual([]);
    expect(await sent(page, server)).toBe(0);
  });

  it("ends with Disconnect, and leaves no question that is answered to nobody", async () => {
    const { page, server, call, at } = await resume();
    const leaving = page.api(`/servers/${server}/disconnect`, {});
    await page.until(({ servers }) => servers[0]!.state === "idle");
    expect(await page.api(at, answer)).toMatchObject({ ok: false });
    await leaving;
    expect(await endOf(page, call)).toMatchObject({ state: "cancelled" });
    await page.api(`/servers/${server}/connect`, {});
    await page.until(({ servers }) => servers[0]!.state === "ready");
    expect(page.state.questions.showing).toEqual([]);
    expect(await sent(page, server)).toBe(0);
  });

  it("goes on, once, when its server was lost and is connected again", async () => {
    const { page, server, call, at } = await resume();
    // Ends the program.
    await startCall(page, server, "crash");
    expect(await endOf(page, call)).toMatchObject({ state: "lost", notes: [] });
    expect(await page.api(at, answer)).toMatchObject({ ok: false });
    await page.until(({ questions }) => questions.showing.length === 0);
    await vi.waitFor(async () => expect(await saved()).toBe(1));
    await page.api(`/servers/${server}/connect`, {});
    const { id } = await page.until(({ questions }) => questions.showing[0]);
    expect(page.state.questions.waiting).toEqual([]);
    await page.api(`/questions/${encodeURIComponent(id)}/respond`, answer);
    const again = await page.until(({ calls }) =>
      calls.find((one) => one.name === "ask" && one.id !== call),
    );
    expect(await endOf(page, again.id)).toMatchObject({ parts: [{ text: "Chosen: two" }] });
    expect(await sent(page, server)).toBe(1);
  });
});

it("connects the server it was started with as soon as there is a page, and the others not", async () => {
  await writeFile(
    join(stateDir, "servers.json"),
    JSON.stringify([
      {
        id: "old",
        name: "Old",
        protocolVersion: "auto",
        target: { kind: "command", command: "false", args: [] },
      },
    ]),
  );
  const lab = await start({
    target: { kind: "command", command: "node", args: [fixture("server.mjs")] },
    name: "New",
    protocolVersion: "2025-11-25",
  });
  const page = await lab.page();
  await page.until(({ servers }) =>
    servers.find(({ name, state }) => name === "New" && state === "ready"),
  );
  expect(page.state.servers.map(({ state, negotiated }) => [state, negotiated])).toEqual([
    ["idle", undefined],
    ["ready", "2025-11-25"],
  ]);
});
