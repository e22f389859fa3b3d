import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { mainVersions } from "../../../../../test/night.js";
import type { connectServer as connect } from "../../../src/connect/connect-server.js";
import { addServer, createLab, endOf, fixture, type Lab, startCall } from "../lab.js";

const target = `node ${fixture("server.mjs")}`;
const protocolVersions = ["2025-06-18", "2025-11-25", "2026-07-28"] as const;
let lab: Lab;
afterEach(() => lab.close());

it.each(mainVersions)("calls a tool and answers its questions on %s", async (protocolVersion) => {
  lab = await createLab();
  const page = await lab.page();
  const id = await addServer(page, { target, protocolVersion });
  expect(page.state.servers[0]).toMatchObject({
    state: "ready",
    negotiated: protocolVersion,
    toolCount: 11,
  });
  const call = await startCall(page, id, "ask");
  const question = await page.until(({ questions }) => questions.showing[0]);
  const at = `/questions/${encodeURIComponent(question.id)}`;
  const wrong = await page.api(`${at}/respond`, {
    action: "accept",
    content: { value: "three" },
  });
  expect(wrong).toMatchObject({ ok: false });
  await page.api(`${at}/respond`, { action: "accept", content: { value: "two" } });
  const end = await endOf(page, call);
  expect(end).toMatchObject({
    state: "done",
    protocolVersion,
    parts: [{ type: "text", text: "Chosen: two" }],
  });
  await page.until(({ auditSeq }) => auditSeq === 1);
  const { entries } = await page.api<{ entries: object[] }>("/audit");
  expect(entries).toMatchObject([{ action: "accept", via: "console", attempts: 2 }]);
});

it("tells why a server could not be reached, and takes it on once it can be", async () => {
  lab = await createLab();
  const page = await lab.page();
  const id = await addServer(page, { target: "midcall-no-such-program --x" });
  expect(page.state.servers[0]).toMatchObject({ state: "failed" });
  expect(page.state.servers[0]!.problem).toMatch(/midcall-no-such-program/);
  await expect(startCall(page, id, "ask")).rejects.toThrow("409");
  await expect(page.api("/servers", { target: 'node "x' })).rejects.toThrow(
    "closing quotation mark",
  );
  await expect(page.api("/servers", { target: "  " })).rejects.toThrow("Enter a command");
});

it.each(mainVersions)(
  "notices a server that crashes in the middle of a question on %s",
  async (protocolVersion) => {
    lab = await createLab();
    const page = await lab.page();
    const id = await addServer(page, { target: `${target} --crashes-when-told`, protocolVersion });
    const call = await startCall(page, id, "crash");
    await page.until(({ questions }) => questions.showing.length === 1);
    await startCall(page, id, "crash");
    const ended = await page.until(({ servers }) => servers.find(({ state }) => state === "ended"));
    expect(ended.problem).toMatch(/has exited/);
    expect(await endOf(page, call)).toMatchObject({ state: "lost" });
    await page.until(({ questions }) => questions.showing.length === 0);
    const { lines } = await page.api<{ lines: string[] }>(`/servers/${id}/output`);
    expect(lines).toContain("The disk is on fire.");
    await page.api(`/servers/${id}/connect`, {});
    await page.until(({ servers }) => servers[0]!.state === "ready");
  },
);

it("connects anew with another protocol version, and ends what was running", async () => {
  lab = await createLab();
  const page = await lab.page();
  const id = await addServer(page, { target, protocolVersion: "2025-06-18" });
  const call = await startCall(page, id, "ask");
  await page.until(({ questions }) => questions.showing.length === 1);
  await page.api(`/servers/${id}/connect`, { protocolVersion: "2026-07-28" });
  expect(await endOf(page, call)).toMatchObject({ state: "cancelled" });
  await page.until(({ servers }) => servers[0]!.negotiated === "2026-07-28");
  expect(page.state.questions.showing).toEqual([]);
});

it("never has two connections to a server, however often it is told to connect", async () => {
  let open = 0;
  let most = 0;
  let made = 0;
  let giveUp = (): void => {};
  const givesUp = new Promise<void>((resolve) => (giveUp = resolve));
  const connectServer: typeof connect = async ({ signal }) => {
    made += 1;
    most = Math.max(most, ++open);
    await new Promise((resolve) => signal!.addEventListener("abort", resolve));
    await givesUp;
    open -= 1;
    throw new Error("given up");
  };
  lab = await createLab({ connectServer });
  const page = await lab.page();
  const { id } = await page.api<{ id: string }>("/servers", { target });
  for (let count = 0; count < 10; count++) await page.api(`/servers/${id}/connect`, {});
  expect({ open, most, made }).toEqual({ open: 1, most: 1, made: 1 });
  giveUp();
  await vi.waitFor(() => expect({ open, most, made }).toEqual({ open: 1, most: 1, made: 2 }));
  await page.api(`/servers/${id}/disconnect`, {});
  await page.until(({ servers }) => servers[0]!.state === "idle");
});

it("minds only the last of several wishes", async () => {
  lab = await createLab();
  const page = await lab.page();
  const id = await addServer(page, { target });
  for (const protocolVersion of [...protocolVersions, "2025-11-25"])
    void page.api(`/servers/${id}/connect`, { protocolVersion });
  await page.until(
    ({ servers }) => servers[0]!.negotiated === "2025-11-25" && servers[0]!.state === "ready",
  );
  void page.api(`/servers/${id}/connect`, {});
  await page.api(`/servers/${id}/disconnect`, {});
  await page.until(({ servers }) => servers[0]!.state === "idle");
  // What the first wish had begun would be there before a server that is added after it.
  await addServer(page, { target: `${target} other` });
  expect(page.state.servers.find((server) => server.id === id)!.state).toBe("idle");
});

it("shows progress, cancels a call, and forgets it when told to", async () => {
  lab = await createLab();
  const page = await lab.page();
  const id = await addServer(page, { target });
  const call = await startCall(page, id, "slow", { steps: 200 });
  const running = await page.until(({ calls }) =>
    calls.find(({ progress }) => (progress?.progress ?? 0) > 2),
  );
  expect(running.progress).toMatchObject({
    total: 200,
    message: expect.stringMatching(/^Step \d/),
  });
  await expect(page.api(`/calls/${call}`, undefined, "DELETE")).rejects.toThrow("409");
  await page.api(`/calls/${call}/cancel`, {});
  expect(await endOf(page, call)).toMatchObject({
    state: "cancelled",
    problem: "You cancelled this call.",
  });
  await page.api(`/calls/${call}`, undefined, "DELETE");
  await page.until(({ calls }) => calls.length === 0);
});

it("withdraws the question of a call that is cancelled", async () => {
  lab = await createLab();
  const page = await lab.page();
  for (const protocolVersion of protocolVersions) {
    const id = await addServer(page, { target: `${target} ${protocolVersion}`, protocolVersion });
    const call = await startCall(page, id, "ask");
    await page.until(({ questions }) => questions.showing.length === 1);
    await page.api(`/calls/${call}/cancel`, {});
    await page.until(({ questions }) => questions.showing.length === 0);
  }
});

it("shows pictures only where they cannot do anything, and cuts what is too long", async () => {
  lab = await createLab();
  const page = await lab.page();
  const id = await addServer(page, { target });
  const { parts } = await endOf(page, await startCall(page, id, "picture"));
  expect(parts.map(({ type }) => type)).toEqual(["text", "image", "note", "link"]);
  expect(parts[3]).toMatchObject({ title: "x", uri: "https://example.com/x" });
  const big = await endOf(page, await startCall(page, id, "big"));
  expect(big.parts).toMatchObject([{ type: "text", cut: true }]);
  expect((big.parts[0] as { text: string }).text.length).toBe(256 * 1024);
  expect(await endOf(page, await startCall(page, id, "fails"))).toMatchObject({
    state: "failed",
    isError: true,
  });
});

it("follows the person's rule for a server", async () => {
  lab = await createLab();
  const page = await lab.page();
  const id = await addServer(page, { target, name: "Mine" });
  await page.api(`/servers/${id}/rule`, { rule: "ask" });
  await page.until(({ rules }) => rules["Mine"] === "ask");
  const call = await startCall(page, id, "ask");
  const question = await page.until(({ questions }) => questions.showing[0]);
  expect(question.needsApproval).toBe(true);
  await page.api(`/questions/${encodeURIComponent(question.id)}/admit`, { decision: "block" });
  expect(await endOf(page, call)).toMatchObject({ parts: [{ text: "Not chosen (unanswered)." }] });
  expect(page.state.rules).toEqual({ Mine: "block" });
  await page.api(`/servers/${id}`, undefined, "DELETE");
  await page.until(({ servers, rules }) => servers.length === 0 && rules["Mine"] === undefined);
});

it("keeps names apart, and finds a server that is there already", async () => {
  lab = await createLab();
  const page = await lab.page();
  const one = await addServer(page, { target, name: "Same" });
  const two = await addServer(page, { target: `${target} other`, name: "Same" });
  const again = await addServer(page, { target, name: "Else" });
  expect(again).toBe(one);
  expect(two).not.toBe(one);
  expect(page.state.servers.map(({ name }) => name)).toEqual(["Same", "Same 2"]);
});

it.each(mainVersions)(
  "says on the call which questions nobody answered, and why, on %s",
  async (protocolVersion) => {
    lab = await createLab({ policy: { timeoutMs: 200 } });
    const page = await lab.page();
    const id = await addServer(page, { target, name: "Mine", protocolVersion });
    const call = await startCall(page, id, "echo");
    const question = await page.until(({ questions }) => questions.showing[0]);
    const shown = { stream: page.hello.stream, shown: true };
    await page.api(`/questions/${encodeURIComponent(question.id)}/shown`, shown);
    const notes = [{ reason: "deadline", count: 1 }];
    expect(await endOf(page, call)).toMatchObject({ state: "done", notes });
    await page.api(`/servers/${id}/rule`, { rule: "block" });
    const blocked = await endOf(page, await startCall(page, id, "ask"));
    expect(blocked.notes).toEqual([{ reason: "blocked", count: 1 }]);
  },
);

it.each(mainVersions)(
  "holds back no question of a call that the user has started, on %s",
  async (protocolVersion) => {
    lab = await createLab({ policy: { burst: 1, perMinute: 1 } });
    const page = await lab.page();
    const id = await addServer(page, { target, name: "Mine", protocolVersion });
    const call = await startCall(page, id, "echo");
    for (const content of [{ word: "tree" }, { right: true }]) {
      const [field] = Object.keys(content);
      const question = await page.until(({ questions }) =>
        questions.showing.find(
          (one) => one.mode === "form" && field! in one.requestedSchema.properties,
        ),
      );
      const answer = { action: "accept", content };
      await page.api(`/questions/${encodeURIComponent(question.id)}/respond`, answer);
    }
    expect(await endOf(page, call)).toMatchObject({ state: "done", notes: [] });
    expect(page.state.questions.held).toEqual([]);
  },
);

it("says nothing of the questions of a call that the person cancels", async () => {
  lab = await createLab();
  const page = await lab.page();
  const id = await addServer(page, { target, protocolVersion: "2025-11-25" });
  const call = await startCall(page, id, "ask");
  await page.until(({ questions }) => questions.showing.length === 1);
  await page.api(`/calls/${call}/cancel`, {});
  expect(await endOf(page, call)).toMatchObject({ state: "cancelled", notes: [] });
});

it("shows no secret of an address in what went wrong, and nothing that is said twice", async () => {
  const secret = "canary-88aa11";
  const saved = { id: "0123456789ab", name: "Old", protocolVersion: "auto" };
  const url = `http://ann:${secret}@127.0.0.1:9/mcp?token=${secret}`;
  const stateDir = await mkdtemp(join(tmpdir(), "midcall-console-"));
  await writeFile(
    join(stateDir, "servers.json"),
    JSON.stringify([{ ...saved, target: { kind: "url", url } }]),
  );
  lab = await createLab({ stateDir });
  const page = await lab.page();
  await page.api(`/servers/${saved.id}/connect`, {});
  const { problem } = await page.until(({ servers }) =>
    servers.find(({ state }) => state === "failed"),
  );
  expect(problem).toContain("127.0.0.1:9/mcp?token=***");
  expect(problem).not.toContain(secret);
  const id = await addServer(page, { target: `node -e "console.error(1);process.exit(1)"` });
  expect(page.state.servers[1]!.problem).toMatch(
    /exited with code 1 before the connection was established\.$/,
  );
  const { lines } = await page.api<{ lines: string[] }>(`/servers/${id}/output`);
  expect(lines.filter(Boolean)).toEqual(["1", expect.stringContaining("Restarted"), "1"]);
});

it("tells what is odd about a server's own name, and marks where its links lead", async () => {
  lab = await createLab();
  const page = await lab.page();
  const folder = await mkdtemp(join(tmpdir(), "midcall-plan-"));
  const plan = join(folder, "plan.json");
  const url = "https://github.com.login.evil.example/a";
  const questions = [{ mode: "url", message: "Sign in.", url }];
  await writeFile(plan, JSON.stringify({ name: "G\u0456tHub", questions }));
  const raw = new URL("../../fixtures/raw-server.mjs", import.meta.url).pathname;
  const id = await addServer(page, { target: `node ${raw} --plan ${plan}`, name: "Hub" });
  const { info } = page.state.servers[0]!;
  expect(info).toMatchObject({
    name: "G\u0456tHub",
    warnings: [
      "This server's name mixes alphabets and can imitate another. Check which server it is before you answer.",
    ],
  });
  await startCall(page, id, "ask");
  const question = await page.until(({ questions }) => questions.showing[0]);
  expect(question).toMatchObject({
    link: {
      url,
      parts: { highlight: "evil.example" },
      warnings: [
        {
          message:
            "This address imitates github.com but leads to evil.example. Decline unless you know evil.example.",
        },
      ],
    },
  });
  await page.api(`/questions/${encodeURIComponent(question.id)}/respond`, { action: "decline" });
});
