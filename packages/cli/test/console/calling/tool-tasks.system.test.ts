import { afterEach, describe, expect, it } from "vitest";
import type { TasksView, ToolView } from "../../../src/console/views/api-types.js";
import {
  addServer,
  createLab,
  endOf,
  fixture,
  type Lab,
  type Page,
  startCall,
  wireOf,
} from "../lab.js";

let lab: Lab;
afterEach(() => lab.close());

const target = `node ${fixture("tool-tasks.mjs")}`;
async function connect(words = ""): Promise<{ page: Page; id: string }> {
  lab = await createLab();
  const page = await lab.page();
  const server = { target: `${target}${words}`, name: "T", protocolVersion: "2025-11-25" } as const;
  return { page, id: await addServer(page, server) };
}
const textOf = async (page: Page, call: string): Promise<string> => {
  const { parts, problem } = await endOf(page, call);
  return (parts[0] as { text: string } | undefined)?.text ?? problem ?? "";
};
const answer = async (page: Page, message: string, name: string): Promise<void> => {
  const { id } = await page.until(({ questions }) =>
    questions.showing.find((question) => question.message === message),
  );
  const body = { action: "accept", content: { name } };
  await page.api(`/questions/${encodeURIComponent(id)}/respond`, body);
};

describe("a tool that must be called as a task (2025-11-25)", () => {
  it("is: its state and its progress are shown, its question belongs to the call, and the result arrives", async () => {
    const { page, id } = await connect();
    const call = await startCall(page, id, "research", { topic: "tea" });
    await page.until(({ calls }) => calls[0]?.task?.status === "input_required");
    await page.until(({ calls }) => calls[0]?.questions.length === 1);
    expect(page.state.calls[0]).toMatchObject({
      task: { message: "Which one?", pollMs: 100 },
      progress: { progress: 1, total: 4, message: "Reading" },
    });
    await answer(page, "Who about tea?", "Ann");
    const end = await endOf(page, call);
    expect(end).toMatchObject({ state: "done", task: { status: "completed" }, questions: [] });
    expect(await textOf(page, call)).toBe("tea: Ann, asked as task-1");
    const wire = await wireOf(page, id);
    const asked = wire.find(({ method }) => method === "elicitation/create");
    expect(asked).toMatchObject({ call: { kind: "tool", name: "research" } });
    expect(wire.filter(({ method }) => method === "tasks/result")).toHaveLength(2);
  });

  it("asks in its own call, even if several run and it asks on no stream of a result", async () => {
    const { page, id } = await connect();
    const first = await startCall(page, id, "early", { topic: "one" });
    const second = await startCall(page, id, "early", { topic: "two" });
    const questionOf = (message: string): Promise<string> =>
      page.until(({ questions }) => questions.showing.find((one) => one.message === message)?.id);
    await questionOf("Early one?");
    await answer(page, "Early one?", "Ann");
    expect(await textOf(page, first)).toBe("Ann");
    const two = await questionOf("Early two?");
    const asking = await page.until(({ calls }) =>
      calls.find((call) => call.id === second && call.questions.length > 0),
    );
    expect(asking.questions).toEqual([two]);
    await answer(page, "Early two?", "Bob");
    expect(await textOf(page, second)).toBe("Bob");
  });

  it("is cancelled with its call, and its questions are withdrawn", async () => {
    const { page, id } = await connect();
    const call = await startCall(page, id, "research");
    await page.until(({ questions }) => questions.showing[0]);
    await page.api(`/calls/${call}/cancel`, {});
    expect(await endOf(page, call)).toMatchObject({
      state: "cancelled",
      task: { status: "cancelled" },
    });
    await page.until(({ questions }) => questions.showing.length + questions.waiting.length === 0);
    const { lines } = await page.api<{ lines: string[] }>(`/servers/${id}/output`);
    expect(lines.join()).toContain("task-1 was cancelled");
  });

  it("takes its own question along when it is cancelled, and no question of another task", async () => {
    const { page, id } = await connect();
    const first = await startCall(page, id, "early", { topic: "one" });
    await page.until(({ calls }) => calls[0]?.questions.length === 1);
    const second = await startCall(page, id, "early", { topic: "two" });
    await page.until(({ questions }) => questions.showing.length + questions.waiting.length === 2);
    await page.api(`/calls/${first}/cancel`, {});
    await page.until(({ questions: { showing, waiting } }) =>
      [...showing, ...waiting].every(({ message }) => message === "Early two?"),
    );
    await answer(page, "Early two?", "Bob");
    expect(await textOf(page, second)).toBe("Bob");
  });

  it("may never end: it is asked until the user cancels", async () => {
    const { page, id } = await connect();
    const call = await startCall(page, id, "never");
    await page.until(({ calls }) => calls[0]?.task?.status === "working");
    const polls = async (): Promise<number> =>
      (await wireOf(page, id)).filter(({ method }) => method === "tasks/get").length;
    await expect.poll(polls).toBeGreaterThan(4);
    await page.api(`/calls/${call}/cancel`, {});
    expect((await endOf(page, call)).state).toBe("cancelled");
  });

  it("is not asked more often than ten times a second, whatever the server wishes", async () => {
    const { page, id } = await connect();
    const call = await startCall(page, id, "impatient");
    expect(await endOf(page, call)).toMatchObject({ state: "done", task: { pollMs: 100 } });
    const polls = (await wireOf(page, id)).filter(({ method }) => method === "tasks/get");
    expect(polls.length / 2).toBeLessThan(8);
  });

  it.each([
    ["breaks", "failed", "The oven broke. (-32000)"],
    ["refuses", "failed", "It is closed."],
    ["wrong", "failed", "The server returned an invalid result. content: "],
    ["no-task", "failed", "The server sent an invalid task."],
    ["mistyped", "failed", "does not match the tool's output schema"],
  ])("tells what is wrong: %s", async (tool, state, words) => {
    const { page, id } = await connect();
    const call = await startCall(page, id, tool);
    expect((await endOf(page, call)).state).toBe(state);
    expect(await textOf(page, call)).toContain(words);
  });
});

describe("a tool that can be called as a task", () => {
  it("is called in the ordinary way, unless the user wants a task", async () => {
    const { page, id } = await connect();
    expect(await textOf(page, await startCall(page, id, "either"))).toBe("as a call");
    const body = { kind: "tool", name: "either", arguments: {}, asTask: true };
    const { id: call } = await page.api<{ id: string }>(`/servers/${id}/calls`, body);
    expect(await textOf(page, call)).toBe("as a task");
    expect(page.state.calls[0]).toMatchObject({ asTask: true, task: { status: "completed" } });
  });

  it("is never called as a task if the tool or the server does not support it", async () => {
    const { page, id } = await connect(" no-calls");
    const { tools } = await page.api<{ tools: ToolView[] }>(`/servers/${id}/tools`);
    expect(tools.map(({ taskSupport }) => taskSupport)).toEqual(tools.map(() => undefined));
    expect(await textOf(page, await startCall(page, id, "research"))).toBe("as a call");
  });
});

describe("the tasks that a server lists", () => {
  const tasksOf = (page: Page, id: string): Promise<TasksView> =>
    page.api<TasksView>(`/servers/${id}/tasks`);

  it("are listed and cancelled, also without their call", async () => {
    const { page, id } = await connect();
    expect(page.state.servers[0]!.capabilities).toMatchObject({
      tasks: true,
      listsTasks: true,
      cancelsTasks: true,
    });
    expect(await tasksOf(page, id)).toEqual({ tasks: [], invalid: 0, isMore: false });
    const call = await startCall(page, id, "never");
    await page.until(({ calls }) => calls[0]?.task);
    expect((await tasksOf(page, id)).tasks).toMatchObject([
      { id: "task-1", shownId: "task-1", status: "working", createdAt: 1_764_066_600_000 },
    ]);
    await page.api(`/servers/${id}/tasks/cancel`, { task: "task-1" });
    expect((await tasksOf(page, id)).tasks[0]!.status).toBe("cancelled");
    expect(await endOf(page, call)).toMatchObject({
      state: "failed",
      problem: "The server has cancelled the task.",
    });
  });

  it("are limited in number, and their texts are harmless", async () => {
    const { page, id } = await connect(" endless");
    const { tasks, invalid, isMore } = await tasksOf(page, id);
    expect([tasks.length, invalid, isMore]).toEqual([500, 10, true]);
    expect(tasks[0]!.message).not.toContain("\u202e");
    const lists = (await wireOf(page, id)).filter(({ method }) => method === "tasks/list");
    expect(lists).toHaveLength(20);
  });
});
