import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mainVersions } from "../../../../../test/night.js";
import type {
  ScenarioRunView,
  ScenariosView,
  ScenarioView,
} from "../../../src/console/views/scenario-types.js";
import { midcall, ownFolder } from "../../run-midcall.js";
import { addServer, createLab, endOf, fixture, type Lab, type Page, startCall } from "../lab.js";

const target = `node ${fixture("server.mjs")}`;
let lab: Lab;
let page: Page;
beforeEach(async () => {
  lab = await createLab();
  page = await lab.page();
});
afterEach(() => lab.close());

/** Answers the next question with this message. */
async function answer(message: string, body: object): Promise<void> {
  const { id } = await page.until(({ questions }) =>
    questions.showing.find((one) => one.message === message),
  );
  expect(await page.api(`/questions/${id}/respond`, body)).toMatchObject({ ok: true });
}

const accept = (content: object): object => ({ action: "accept", content });

async function scenarios(): Promise<readonly ScenarioView[]> {
  return (await page.api<ScenariosView>("/scenarios")).scenarios;
}
const save = (call: string, name = "One"): Promise<{ id: string }> =>
  page.api("/scenarios", { call, name });

/** Calls `echo` by hand and saves it. */
async function record(server: string, word = "hello"): Promise<string> {
  const call = await startCall(page, server, "echo", { label: "L" });
  await answer("Say a word.", accept({ word }));
  await answer(`You said ${word}. Right?`, accept({ right: true }));
  await endOf(page, call);
  return (await save(call)).id;
}

const run = (id: string, server: string, more: object = {}): Promise<{ id: string }> =>
  page.api(`/scenarios/${id}/run`, { server, ...more });
const runOf = (call: string): Promise<ScenarioRunView> => page.api(`/scenarios/runs/${call}`);

describe.each(mainVersions)("on %s", (protocolVersion) => {
  it("saves what the user sent in a call, and runs it again without asking", async () => {
    const server = await addServer(page, { target, name: "Mine", protocolVersion });
    const id = await record(server);
    expect(await scenarios()).toMatchObject([
      {
        id,
        name: "One",
        server: "Mine",
        kind: "tool",
        target: "echo",
        arguments: { label: "L" },
        answers: [
          { message: "Say a word.", action: "accept", content: { word: "hello" } },
          { message: "You said hello. Right?", action: "accept", content: { right: true } },
        ],
      },
    ]);
    const { id: call } = await run(id, server);
    const end = await endOf(page, call);
    expect([end.state, end.scenario]).toEqual(["done", "One"]);
    expect(end.parts[0]).toMatchObject({ text: expect.stringContaining("hello") as string });
    expect(await runOf(call)).toEqual({ byHand: [], unused: [] });
    // It is written beside what goes on.
    const { mode } = await vi.waitFor(() => stat(join(lab.stateDir, "scenarios.json")));
    expect(mode & 0o777).toBe(0o600);
  });
});

it("records the metadata of a call, and whether it was a task, and sends both again", async () => {
  const server = await addServer(page, {
    target: `node ${fixture("tool-tasks.mjs")}`,
    name: "Tasks",
    protocolVersion: "2025-11-25",
  });
  const meta = { "example.com/trace": "t1", "example.com/login": { password: "canary" } };
  const body = { kind: "tool", name: "either", arguments: {}, asTask: true, meta };
  const { id: call } = await page.api<{ id: string }>(`/servers/${server}/calls`, body);
  await endOf(page, call);
  const { id } = await save(call);
  const kept = { "example.com/trace": "t1" };
  expect(await scenarios()).toMatchObject([{ id, meta: kept, asTask: true }]);
  expect((await scenarios())[0]!.meta).toEqual(kept);
  const end = await endOf(page, (await run(id, server)).id);
  expect(end.parts[0]).toMatchObject({ text: "as a task, t1" });
  expect(end).toMatchObject({ meta: kept, asTask: true });
});

it("leaves a changed question to the user, and says why", async () => {
  const server = await addServer(page, { target, name: "Mine" });
  const id = await record(server);
  const file = await page.api<{ answers: { message: string; schema: string }[] }>(
    `/scenarios/${id}/file`,
  );
  file.answers[0]!.schema = "sha256-0";
  const text = JSON.stringify(file);
  const changed = await page.api<{ id: string }>("/scenarios/import", { text, name: "x.json" });
  const { id: call } = await run(changed.id, server);
  await answer("Say a word.", accept({ word: "other" }));
  // This message is not that of the recorded answer.
  await answer("You said other. Right?", accept({ right: false }));
  await endOf(page, call);
  const { byHand, unused } = await runOf(call);
  expect(byHand).toEqual([
    { message: "Say a word.", why: expect.stringMatching("another form") },
    { message: "You said other. Right?", why: expect.stringMatching("No entry matches") },
  ]);
  expect(unused).toHaveLength(2);
});

it("does not answer a server that may not ask yet, nor another call", async () => {
  const server = await addServer(page, { target, name: "Mine" });
  const id = await record(server);
  await page.api(`/servers/${server}/rule`, { rule: "ask" });
  const { id: call } = await run(id, server);
  const question = await page.until(({ questions }) => questions.showing[0]);
  expect(question.needsApproval).toBe(true);
  await page.api(`/questions/${question.id}/admit`, { decision: "always" });
  expect((await endOf(page, call)).state).toBe("done");

  const other = await startCall(page, server, "echo");
  await answer("Say a word.", { action: "decline" });
  await endOf(page, other);
});

it("never stores what seems to be a secret", async () => {
  const server = await addServer(page, { target, name: "Mine" });
  const call = await startCall(page, server, "secret", { apiKey: "sk-canary", note: "n" });
  await endOf(page, call);
  const { id } = await save(call, "Secret");
  const [scenario] = await scenarios();
  expect(scenario).toMatchObject({ arguments: { note: "n" }, ask: ["apiKey"] });
  await expect(run(id, server)).rejects.toThrow("apiKey");
  const again = await run(id, server, { arguments: { apiKey: "sk-2", note: "other" } });
  const end = await endOf(page, again.id);
  expect([end.state, end.arguments["note"]]).toEqual(["done", "n"]);
  const { stateDir } = lab;
  using kept = ownFolder();
  await lab.close();
  lab = await createLab({ stateDir: kept.path });
  page = await lab.page();
  const other = await addServer(page, { target, name: "Mine" });
  await endOf(page, await startCall(page, other, "secret", { apiKey: "sk-canary" }));
  await save((await page.until(({ calls }) => calls[0])).id);
  await lab.close();
  expect(await readFile(join(kept.path, "scenarios.json"), "utf8")).not.toMatch("canary");
  expect(stateDir).not.toBe(kept.path);
});

it("renames, exports for midcall call, imports and deletes", async () => {
  const server = await addServer(page, { target, name: "Mine", protocolVersion: "2025-11-25" });
  const id = await record(server);
  await page.api(`/scenarios/${id}`, { name: "Two" }, "PUT");
  const file = await page.api(`/scenarios/${id}/file`);
  expect(file).toMatchObject({ midcall: 1, name: "Two", tool: "echo" });
  using folder = ownFolder();
  const path = folder.write("scenario.json", file as object);
  const { code, stdout, stderr } = await midcall([
    ...["call", "--protocol-version", "2025-11-25", "--answers", path],
    ...["--", "node", fixture("server.mjs")],
  ]);
  expect([code, stderr.replace(/^.*It was said.*\n/m, "")]).toEqual([0, ""]);
  expect(stdout).toMatch("hello");
  await page.api(`/scenarios/${id}`, undefined, "DELETE");
  expect(await scenarios()).toEqual([]);
  await page.api("/scenarios/import", { text: JSON.stringify(file), name: "x.json" });
  const [imported] = await scenarios();
  expect([imported?.name, imported?.server]).toEqual(["Two", undefined]);
});

it.each([
  ["{", "not JSON"],
  ["[]", "no scenario"],
  ['{"midcall":2,"tool":"a"}', "must be 1"],
])("refuses to import %s", async (text, why) => {
  await expect(page.api("/scenarios/import", { text, name: "x.json" })).rejects.toThrow(why);
});

it("takes what is on disk with care", async () => {
  await lab.close();
  const good = { id: "a1", savedAt: 1, scenario: { midcall: 1, tool: "t" } };
  const bad = [
    7,
    null,
    {},
    { ...good, id: "../x" },
    { ...good, id: "b", scenario: { midcall: 9 } },
  ];
  const folder = ownFolder();
  await writeFile(join(folder.path, "scenarios.json"), JSON.stringify([...bad, good]), {
    mode: 0o600,
  });
  lab = await createLab({ stateDir: folder.path });
  page = await lab.page();
  expect((await scenarios()).map(({ id }) => id)).toEqual(["a1"]);
  folder[Symbol.dispose]();
});
