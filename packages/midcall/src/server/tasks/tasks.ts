import { isObject } from "../../internal/is-object.js";
import { randomName } from "../fallback/places/question-slots.js";
import { invalidParams } from "../framework/rejection.js";
import type { Settings } from "../options.js";
import { isTooDeep } from "../state/canonical-json.js";
import { firstState } from "../state/records.js";
import { type Binding, sealState } from "../state/request-state.js";
import type { TaskMethod } from "./extension.js";
import { isReady, runTask, type TaskRunParts } from "./run-task.js";
import { type TaskEnd, type TaskRecord, TaskRecords } from "./task-records.js";

const POLL_MS = 1_000;
const LONGEST_ID = 64;

/** A request that creates a task, or is about one. */
export type TaskRequest = Pick<TaskRunParts, "settings" | "user" | "call">;

/** A call that becomes a task. */
interface Called {
  readonly params: unknown;
  /** What its client declared. */
  readonly envelope: unknown;
}

/** The state and the answers with which a call comes again. The state has been opened under the binding of the request. */
interface Input {
  readonly requestState: string;
  readonly responses: unknown;
}

/**
 * Creates the task of a call and begins to run it. `undefined` if the call is too large to be kept.
 *
 * @param input - absent for a call that begins
 */
export async function createTask(
  { settings, user, call }: TaskRequest,
  { params, envelope }: Called,
  input?: Input,
): Promise<object | undefined> {
  const { limits, now } = settings;
  const { name, arguments: args } = (params ?? {}) as Record<string, unknown>;
  const kept = { name, arguments: args };
  if (isTooDeep(args)) return undefined;
  if (JSON.stringify([kept, envelope]).length > limits.stateBytes) return undefined;
  const taskId = randomName();
  const binding: Binding = { ...user, method: "tools/call", params: kept };
  const records = new TaskRecords(taskId, binding, settings);
  const createdAt = now();
  const answers = answersOf(input, settings);
  if (answers === undefined) return undefined;
  const open = Object.fromEntries(
    Array.from(answers, ([named, { key }]) => [named, { key, digest: "", request: undefined }]),
  );
  const record: TaskRecord = {
    ...{ createdAt, updatedAt: createdAt, params: kept, envelope, open },
    expiresAt: createdAt + settings.stateTtlMs,
    requestState:
      input?.requestState ??
      // Not the first round: the steps of a run that dies must be known to the one that resumes it.
      sealState({ ...firstState(), round: 1 }, binding, settings),
    ...(input !== undefined && { using: [...answers.keys()] }),
  };
  for (const [named, { response }] of answers) {
    await records.answer(named, response, record.expiresAt);
  }
  await records.create(record);
  void runTask({ settings, user, call, records });
  return { resultType: "task", ...shown(taskId, record, "working") };
}

/** The answers of a call that comes again, under names of the task's own; `undefined` if they cannot be kept. */
function answersOf(
  input: Input | undefined,
  { limits }: Settings,
): ReadonlyMap<string, { readonly key: string; readonly response: unknown }> | undefined {
  const responses = isObject(input?.responses) ? input.responses : {};
  if (isTooDeep(responses) || JSON.stringify(responses).length > limits.stateBytes)
    return undefined;
  return new Map(
    Object.entries(responses).map(([key, response]) => [randomName(), { key, response }]),
  );
}

/**
 * Answers a request about a task. One of another user is unknown.
 *
 * @throws Rejection when the task is unknown, or the answers are unusable
 */
export async function serveTask(
  method: TaskMethod,
  { taskId, inputResponses }: { readonly taskId: unknown; readonly inputResponses: unknown },
  { settings, user, call }: TaskRequest,
): Promise<object> {
  if (typeof taskId !== "string" || taskId.length > LONGEST_ID) throw unknown();
  const records = new TaskRecords(taskId, { ...user, method, params: undefined }, settings);
  const resume = (): void => void runTask({ settings, user, call, records });
  const record = await records.load();
  // Read after the record: a task that ends in between has an end, and never neither.
  const ended = await records.ended();
  if (ended !== undefined) return method === "tasks/get" ? shownEnd(taskId, ended) : {};
  if (record === undefined) throw unknown();
  switch (method) {
    case "tasks/get":
      return await getTask(taskId, record, records, settings, resume);
    case "tasks/update":
      await updateTask(record, records, inputResponses, settings);
      resume();
      return {};
    case "tasks/cancel": {
      const { createdAt } = record;
      const expiresAt = records.extended(record) + settings.stateTtlMs;
      await records.end({ status: "cancelled", createdAt, updatedAt: settings.now(), expiresAt });
      return {};
    }
  }
}

async function getTask(
  taskId: string,
  record: TaskRecord,
  records: TaskRecords,
  { now }: Settings,
  resume: () => void,
): Promise<object> {
  const answers = await records.answers(Object.keys(record.open));
  // Another request may run it already. If the replica that ran it has died, this one goes on.
  if (isReady(record, answers, now())) resume();
  const left = Object.entries(record.open).filter(([key]) => !answers.has(key));
  if (left.length === 0) return shown(taskId, record, "working");
  const inputRequests = Object.fromEntries(left.map(([key, { request }]) => [key, request]));
  return { ...shown(taskId, record, "input_required"), inputRequests };
}

/** Keeps the first answer to each open question. Those for other keys are ignored. @throws Rejection */
async function updateTask(
  { open, expiresAt }: TaskRecord,
  records: TaskRecords,
  inputResponses: unknown,
  { limits }: Settings,
): Promise<void> {
  const given = isObject(inputResponses) ? inputResponses : {};
  const usable = Object.keys(open).filter((key) => Object.hasOwn(given, key));
  for (const key of usable) {
    const response = given[key];
    if (isTooDeep(response)) throw invalidParams("The answers are nested too deep.");
    if (JSON.stringify(response).length > limits.stateBytes)
      throw invalidParams("The answers are too large.");
  }
  for (const key of usable) await records.answer(key, given[key], expiresAt);
}

function shown(
  taskId: string,
  { createdAt, updatedAt, expiresAt }: Pick<TaskEnd, "createdAt" | "updatedAt" | "expiresAt">,
  status: string,
): object {
  return {
    taskId,
    status,
    createdAt: new Date(createdAt).toISOString(),
    lastUpdatedAt: new Date(updatedAt).toISOString(),
    ttlMs: expiresAt - createdAt,
    pollIntervalMs: POLL_MS,
  };
}

function shownEnd(taskId: string, end: TaskEnd): object {
  const { status, result, error } = end;
  return {
    ...shown(taskId, end, status),
    ...(status === "completed" && { result }),
    ...(status === "failed" && { error }),
  };
}

function unknown(): Error {
  return invalidParams("Task not found");
}
