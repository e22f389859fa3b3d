import { afterEach, expect, it, vi } from "vitest";
import { createCalls } from "../../../src/console/calls/calls.js";
import { coalesce } from "../../../src/console/servers/lists/coalesce.js";
import { toResultView } from "../../../src/console/views/result-view.js";
import { midcall } from "../../run-midcall.js";
import { addServer, createLab, endOf, fixture, type Lab, startCall } from "../lab.js";

let lab: Lab | undefined;
afterEach(() => lab?.close());
const words = [process.execPath, fixture("deep.mjs")];
const target = words.join(" ");

it("says of a result that is nested too deep that it is, and shows the rest", async () => {
  lab = await createLab();
  const page = await lab.page();
  const id = await addServer(page, { target });
  const { state, parts } = await endOf(page, await startCall(page, id, "result"));
  expect(state).toBe("done");
  expect(parts).toEqual([
    { type: "text", text: "Beside it.", cut: false },
    { type: "note", text: "Structured content that is nested too deeply to be shown." },
  ]);
});

it("shows what has as many levels as anybody looks through", () => {
  const levels = (count: number): unknown =>
    JSON.parse(`${'{"a":'.repeat(count)}1${"}".repeat(count)}`) as unknown;
  const typeOf = (structuredContent: unknown): unknown =>
    toResultView({ content: [], structuredContent }).parts[0]!.type;
  expect(typeOf(levels(200))).toBe("json");
  expect(typeOf(levels(201))).toBe("note");
  expect(toResultView({ content: [levels(5_000)] }).parts[0]!.type).toBe("note");
});

it("ends a call whose result cannot be read, and nothing else", async () => {
  const unreadable = {
    get content(): never {
      throw new RangeError("Maximum call stack size exceeded");
    },
  };
  const calls = createCalls(() => {});
  const about = {
    serverId: "s",
    server: "s",
    kind: "tool" as const,
    name: "t",
    arguments: {},
    protocolVersion: "",
  };
  const id = calls.start(about, () => Promise.resolve(unreadable));
  await vi.waitFor(() => expect(calls.list()[0]).toMatchObject({ state: "failed" }));
  expect(calls.result(id).problem).toMatch(/nested too deeply to be read/);
});

it("lists the good tools beside one whose schema is nested too deep, and calls that one too", async () => {
  lab = await createLab();
  const page = await lab.page();
  const id = await addServer(page, { target });
  const { tools } = await page.api<{ tools: { name: string }[] }>(`/servers/${id}/tools`);
  expect(tools.map(({ name }) => name)).toEqual(["deep", "result", "flood", "count", "list-1"]);
  const end = await endOf(page, await startCall(page, id, "deep", { in: { x: 1 } }));
  expect(end).toMatchObject({ state: "done", parts: [{ text: "Called." }] });
});

it.each([[], ["--json"]])(
  "tells at the command line what is too deep, too (%s)",
  async (...json) => {
    const { code, stdout, stderr } = await midcall(["call", ...json, "result", "--", ...words]);
    expect([code, stdout + stderr]).toEqual([
      1,
      expect.stringContaining("nested too deeply to be shown"),
    ]);
    if (json.length > 0) expect(JSON.parse(stdout)).toMatchObject({ exitCode: 1 });
  },
);

it("reads the tools once more after a flood of changes, and no more often", async () => {
  lab = await createLab();
  const page = await lab.page();
  const id = await addServer(page, { target });
  await endOf(page, await startCall(page, id, "flood"));
  await vi.waitFor(async () => {
    // What was asked for before is in the pipe before this.
    const { parts } = await endOf(page, await startCall(page, id, "count"));
    const lists = Number((parts[0] as { text: string }).text);
    expect(lists).toBeLessThan(50);
    const { tools } = await page.api<{ tools: { name: string }[] }>(`/servers/${id}/tools`);
    expect([lists > 1, tools.at(-1)!.name]).toEqual([true, `list-${lists}`]);
  });
});

it("reads one at a time, and again after a failure where that was asked for", async () => {
  const ends: ((error?: Error) => void)[] = [];
  const read = coalesce(
    () =>
      new Promise<void>((resolve, reject) => {
        ends.push((error) => (error ? reject(error) : resolve()));
      }),
  );
  const first = read();
  for (let count = 0; count < 5; count++) read().catch(() => {});
  expect(ends).toHaveLength(1);
  ends[0]!(new Error("no"));
  await expect(first).rejects.toThrow("no");
  await vi.waitFor(() => expect(ends).toHaveLength(2));
  ends[1]!();
  await new Promise(setImmediate);
  expect(ends).toHaveLength(2);
});
