import { afterEach, describe, expect, it } from "vitest";
import type { AddServer, ConsoleState } from "../../../src/console/views/api-types.js";
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

let lab: Lab | undefined;
afterEach(async () => {
  await lab?.close();
  lab = undefined;
});

const program = fixture("client-tasks.mjs");
interface Server {
  readonly page: Page;
  readonly id: string;
}
async function connect(
  protocolVersion: AddServer["protocolVersion"] = "2025-11-25",
): Promise<Server> {
  lab = await createLab();
  const page = await lab.page();
  return { page, id: await addTo(page, "T", protocolVersion) };
}
const addTo = (
  page: Page,
  name: string,
  protocolVersion: AddServer["protocolVersion"] = "2025-11-25",
): Promise<string> => addServer(page, { target: `node ${program} ${name}`, name, protocolVersion });

interface Task {
  readonly taskId: string;
  readonly status: string;
  readonly ttl: number;
}
interface Response {
  readonly result?: Record<string, unknown> & { readonly task?: Task };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: object };
}
const textOf = async (page: Page, call: string): Promise<unknown> => {
  const { parts } = await endOf(page, call);
  return JSON.parse((parts[0] as { text: string }).text);
};
/** Lets the server send one request. @returns what it received */
const send = async ({ page, id }: Server, method: string, params: object = {}): Promise<Response> =>
  (await textOf(page, await startCall(page, id, "send", { method, params }))) as Response;

const QUESTION = {
  message: "Who?",
  requestedSchema: {
    type: "object",
    properties: { name: { type: "string" } },
    required: ["name"],
  },
  task: { ttl: 60_000 },
};
const SAMPLING = {
  messages: [{ role: "user", content: { type: "text", text: "Say hi" } }],
  maxTokens: 5,
  task: {},
};
const accepted = { action: "accept", content: { name: "Ann" } };
/** Creates a task with a question. @returns its id */
const askTask = async (server: Server, more: object = {}): Promise<string> => {
  const { result } = await send(server, "elicitation/create", { ...QUESTION, ...more });
  return result!.task!.taskId;
};
const openQuestion = (page: Page): Promise<ConsoleState["questions"]["showing"][number]> =>
  page.until(({ questions }) => questions.showing[0]);
const respond = async (page: Page, body: object): Promise<unknown> => {
  const { id } = await openQuestion(page);
  return page.api(`/questions/${encodeURIComponent(id)}/respond`, body);
};
const noQuestion = (page: Page): Promise<unknown> =>
  page.until(({ questions: { showing, waiting } }) => showing.length + waiting.length === 0);

describe("a question that a server of 2025-11-25 sends as a task", () => {
  it("is a question of its call, and its answer is the result of the task", async () => {
    const { page, id } = await connect();
    const args = { method: "elicitation/create", params: QUESTION };
    const call = await startCall(page, id, "ask", args);
    const { id: question } = await openQuestion(page);
    await page.until(({ calls }) => calls[0]?.questions.includes(question));
    await respond(page, accepted);
    const { created, ended } = (await textOf(page, call)) as Record<string, Response>;
    const task = created!.result!.task!;
    expect(task).toMatchObject({
      taskId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      status: "working",
      ttl: 60_000,
      createdAt: expect.stringMatching(/Z$/),
    });
    const _meta = { "io.modelcontextprotocol/related-task": { taskId: task.taskId } };
    expect(ended).toEqual({ result: { ...accepted, _meta } });
    const wire = await wireOf(page, id);
    const asked = wire.find(({ method }) => method === "elicitation/create");
    expect(asked).toMatchObject({ call: { kind: "tool", name: "ask" } });
  });

  it("has no answer before the user's, and the same one however often it is requested", async () => {
    const server = await connect();
    const { page, id } = server;
    const taskId = await askTask(server);
    expect((await send(server, "tasks/get", { taskId })).result).toMatchObject({
      taskId,
      status: "working",
    });
    const early = await startCall(page, id, "send", {
      method: "tasks/result",
      params: { taskId },
    });
    expect((await send(server, "tasks/get", { taskId })).result!["status"]).toBe("working");
    expect(page.state.calls.find((call) => call.id === early)!.state).toBe("running");
    await respond(page, accepted);
    const first = (await textOf(page, early)) as Response;
    expect(first.result).toMatchObject(accepted);
    expect(await send(server, "tasks/result", { taskId })).toEqual(first);
    expect((await send(server, "tasks/get", { taskId })).result!["status"]).toBe("completed");
    const { tasks } = (await send(server, "tasks/list")).result as { tasks?: Task[] };
    expect(tasks).toMatchObject([{ taskId, status: "completed" }]);
  });

  it.each(["decline", "cancel"])(
    "tells the server what the user has chosen: %s",
    async (action) => {
      const server = await connect();
      const taskId = await askTask(server);
      await respond(server.page, { action });
      const { result } = await send(server, "tasks/result", { taskId });
      expect(result).toEqual({ action, _meta: expect.anything() });
      expect((await send(server, "tasks/get", { taskId })).result!["status"]).toBe("completed");
    },
  );

  it("fails if no user answers, with the reason, and never as an answer", async () => {
    const server = await connect();
    const taskId = await askTask(server);
    await openQuestion(server.page);
    await server.page.api(`/servers/${server.id}/rule`, { rule: "block" });
    const { result, error } = await send(server, "tasks/result", { taskId });
    expect(result).toBeUndefined();
    expect(error).toMatchObject({ code: -32603, data: { "midcall/cannotAsk": "blocked" } });
    const task = (await send(server, "tasks/get", { taskId })).result;
    expect(task).toMatchObject({ status: "failed", statusMessage: "No user answered (blocked)." });
  });

  it("fails if it cannot be shown", async () => {
    const server = await connect();
    const taskId = await askTask(server, { requestedSchema: { type: "array" } });
    const { result, error } = await send(server, "tasks/result", { taskId });
    expect(result).toBeUndefined();
    expect(error!.message).toContain("No user answered");
    expect((await send(server, "tasks/get", { taskId })).result!["status"]).toBe("failed");
  });

  it("is withdrawn when the server cancels the task, which then stays cancelled", async () => {
    const server = await connect();
    const taskId = await askTask(server);
    const { id } = await openQuestion(server.page);
    const { result } = await send(server, "tasks/cancel", { taskId });
    expect(result).toMatchObject({ taskId, status: "cancelled" });
    await noQuestion(server.page);
    const path = `/questions/${encodeURIComponent(id)}/respond`;
    expect(await server.page.api(path, accepted)).toMatchObject({ ok: false });
    expect(await send(server, "tasks/result", { taskId })).toMatchObject({
      error: { code: -32603, data: { "midcall/cannotAsk": "withdrawn" } },
    });
    expect((await send(server, "tasks/cancel", { taskId })).error).toMatchObject({ code: -32602 });
  });

  it("is withdrawn when the user cancels its call", async () => {
    const { page, id } = await connect();
    const args = { method: "elicitation/create", params: QUESTION };
    const call = await startCall(page, id, "ask", args);
    await openQuestion(page);
    await page.api(`/calls/${call}/cancel`, {});
    await noQuestion(page);
    const { tasks } = (await send({ page, id }, "tasks/list")).result as { tasks?: Task[] };
    expect(tasks).toMatchObject([{ status: "failed" }]);
  });

  it("ends once if it is cancelled while the user answers", async () => {
    const server = await connect();
    for (let time = 0; time < 5; time++) {
      const taskId = await askTask(server);
      await openQuestion(server.page);
      const [answering, cancelling] = await Promise.allSettled([
        respond(server.page, accepted),
        send(server, "tasks/cancel", { taskId }),
      ]);
      const { error } = (cancelling as PromiseFulfilledResult<Response>).value;
      const { result } = await send(server, "tasks/result", { taskId });
      // Either the answer was first, or there is none.
      expect(result !== undefined).toBe(error !== undefined);
      if (result) expect(answering).toMatchObject({ value: { ok: true } });
      await noQuestion(server.page);
    }
  });
});

describe("a request for sampling that a server sends as a task", () => {
  it("has the message that the user has written as its result", async () => {
    const server = await connect();
    const { result } = await send(server, "sampling/createMessage", SAMPLING);
    const { taskId, ttl } = result!.task!;
    expect(ttl).toBe(900_000);
    const request = await server.page.until(({ requests }) => requests[0]);
    await server.page.api(`/requests/${request.id}/answer`, { text: "Hi", model: "by hand" });
    expect((await send(server, "tasks/result", { taskId })).result).toMatchObject({
      role: "assistant",
      content: { type: "text", text: "Hi" },
    });
  });

  it("fails if the user refuses", async () => {
    const server = await connect();
    const { result } = await send(server, "sampling/createMessage", SAMPLING);
    const { taskId } = result!.task!;
    const request = await server.page.until(({ requests }) => requests[0]);
    await server.page.api(`/requests/${request.id}/refuse`, {});
    expect((await send(server, "tasks/result", { taskId })).error).toMatchObject({ code: -1 });
    expect((await send(server, "tasks/get", { taskId })).result!["status"]).toBe("failed");
  });

  it("is checked like any other", async () => {
    const server = await connect();
    for (const task of [{ task: {} }, {}]) {
      const { error, result } = await send(server, "sampling/createMessage", { ...task });
      const ended = result?.task
        ? await send(server, "tasks/result", { taskId: result.task.taskId })
        : { error };
      expect(ended.error).toMatchObject({ code: -32602 });
    }
  });
});

describe("a hostile server", () => {
  it("gets nothing about the tasks of another server", async () => {
    const first = await connect();
    const second: Server = { page: first.page, id: await addTo(first.page, "Other") };
    expect(second.id).not.toBe(first.id);
    const taskId = await askTask(first);
    await respond(first.page, accepted);
    for (const method of ["tasks/get", "tasks/result", "tasks/cancel"]) {
      for (const wanted of [taskId, "1", "__proto__", 7, null, { taskId }, undefined]) {
        const { error, result } = await send(second, method, { taskId: wanted });
        expect(result).toBeUndefined();
        expect(error).toMatchObject({ code: -32602, message: "Task not found." });
      }
    }
    expect((await send(second, "tasks/list")).result).toEqual({ tasks: [] });
    expect((await send(first, "tasks/list", { cursor: "2" })).error).toMatchObject({
      code: -32602,
    });
  });

  it("gets no more than a hundred tasks, and an error for each further request", async () => {
    const server = await connect();
    const { page, id } = server;
    const args = { method: "elicitation/create", params: QUESTION, times: 3_000 };
    const flood = await textOf(page, await startCall(page, id, "flood", args));
    expect(flood).toEqual({
      tasks: 100,
      refused: 2_900,
      example: expect.objectContaining({
        code: -32603,
        data: { "midcall/cannotAsk": "queue-full" },
      }),
    });
    const { tasks } = (await send(server, "tasks/list")).result as { tasks?: Task[] };
    expect(tasks).toHaveLength(100);
    expect(tasks!.filter(({ status }) => status === "completed")).toEqual([]);
  });

  it("cannot hold more than ten requests for one result open", async () => {
    const server = await connect();
    const taskId = await askTask(server);
    const args = { method: "tasks/result", params: { taskId }, times: 50 };
    const flood = await startCall(server.page, server.id, "flood", args);
    await expect
      .poll(
        async () =>
          (await wireOf(server.page, server.id)).filter(({ kind }) => kind === "error").length,
      )
      .toBe(40);
    await respond(server.page, accepted);
    expect(await textOf(server.page, flood)).toMatchObject({ tasks: 0, refused: 40 });
  });
});

describe("the tasks of a connection", () => {
  it("end with it: their questions are withdrawn, and the next connection does not know them", async () => {
    const server = await connect();
    const { page, id } = server;
    const done = await askTask(server);
    await respond(page, accepted);
    await noQuestion(page);
    const open = await askTask(server);
    await openQuestion(page);
    await page.api(`/servers/${id}/disconnect`, {});
    await noQuestion(page);
    await page.until(({ servers }) => servers[0]!.state !== "ready");
    await page.api(`/servers/${id}/connect`, {});
    await page.until(({ servers }) => servers[0]!.state === "ready");
    expect((await send(server, "tasks/list")).result).toEqual({ tasks: [] });
    for (const taskId of [done, open]) {
      expect((await send(server, "tasks/result", { taskId })).error).toMatchObject({
        code: -32602,
      });
    }
  });

  const declaredBy = async ({ page, id }: Server): Promise<Record<string, unknown>> =>
    (await textOf(page, await startCall(page, id, "declared"))) as Record<string, unknown>;

  it("are declared, for questions and sampling", async () => {
    const server = await connect();
    expect((await declaredBy(server))["tasks"]).toEqual({
      list: {},
      cancel: {},
      requests: { elicitation: { create: {} }, sampling: { createMessage: {} } },
    });
    // The log shows what was sent.
    const [first] = await wireOf(server.page, server.id);
    expect(first!.body).toContain('"createMessage"');
  });

  it("do not exist on 2025-06-18: the request is an ordinary one", async () => {
    const server = await connect("2025-06-18");
    expect(await declaredBy(server)).not.toHaveProperty("tasks");
    const call = await startCall(server.page, server.id, "send", {
      method: "elicitation/create",
      params: QUESTION,
    });
    await respond(server.page, accepted);
    expect(await textOf(server.page, call)).toEqual({ result: accepted });
    expect((await send(server, "tasks/list")).error).toMatchObject({ code: -32601 });
  });

  it("do not exist on 2026-07-28: the capability is in no request", async () => {
    lab = await createLab();
    const page = await lab.page();
    const target = `node ${fixture("content.mjs")}`;
    const id = await addServer(page, { target, name: "New", protocolVersion: "2026-07-28" });
    const sent = (await wireOf(page, id)).filter(({ direction }) => direction === "sent");
    expect(sent.some(({ body }) => body.includes('"sampling"'))).toBe(true);
    expect(sent.filter(({ body }) => body.includes('"createMessage"'))).toEqual([]);
  });
});
