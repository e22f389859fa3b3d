import { isObject } from "../../internal/is-object.js";
import { randomName } from "../fallback/places/question-slots.js";
import { invalidParams } from "../framework/rejection.js";
import type { Settings } from "../options.js";
import { isTooDeep } from "../../internal/json-depth.js";
import { firstState, type FlowState, isHosts } from "../state/records.js";
import { type Binding, expiryOf, openState, sealState } from "../state/request-state.js";
import { canonicalJson, digest } from "../state/canonical-json.js";
import { nameById } from "../state/sealer.js";
import { LimitError, StateError } from "../errors.js";
import { OpenCalls } from "../strategies/open-calls.js";
import type { TaskMethod } from "./extension.js";
import { bindingOf, CallOfTask } from "./call-of-task.js";
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
 * Creates the task of a call and begins to run it. `undefined` if the call is too large to be kept, or its user has too many. A state
 * makes one task: sent again with the same answers, it is the same task.
 *
 * @param input - absent for a call that begins
 * @throws StateError for a state that has made a task with other answers
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
  const binding = bindingOf(user, { params: kept });
  const given = input && givenIn(input, binding, settings);
  const answers = answersOf(given?.responses ?? {}, settings);
  if (answers === undefined) return undefined;
  const taskId = given?.taskId ?? randomName();
  const records = new TaskRecords(taskId, binding, settings);
  const before = given && (await made(taskId, given.madeWith, records));
  if (before !== undefined) return before;
  // Not the first round: the steps of a run that dies must be known to the one that resumes it.
  const state = given?.state ?? { ...firstState(), round: 1 };
  const counted = await countedTask(state, binding, settings);
  if (counted === undefined) return undefined;
  const createdAt = now();
  const open = Object.fromEntries(
    Array.from(answers, ([named, { key }]) => [named, { key, digest: "", request: undefined }]),
  );
  const { flow, places } = counted;
  const record: TaskRecord = {
    ...{ createdAt, updatedAt: createdAt, params: kept, envelope, open },
    // A little longer than the state that makes it is accepted.
    expiresAt: Math.max(createdAt, given?.state.expiresAt ?? 0) + settings.stateTtlMs,
    requestState: sealState(counted, binding, settings),
    call: { flow, ...(places && { places }) },
    ...(given !== undefined && { using: [...answers.keys()], madeWith: given.madeWith }),
  };
  /** Leaves nothing of this attempt; the call of a state that came is counted by others. */
  const undo = async (): Promise<void> => {
    await records.forget([...answers.keys()]);
    if (state.places === undefined) await new OpenCalls(settings, binding).end(counted);
  };
  const create = async (): Promise<boolean> => {
    for (const [named, { response }] of answers)
      await records.answer(named, response, record.expiresAt);
    return records.create(record);
  };
  const isNew = await create().catch(async (error: unknown) => {
    // Its record may have got there all the same, and then goes on with them.
    if ((await records.load().catch(() => record)) === undefined) await undo();
    throw error;
  });
  if (!isNew) {
    // The same request, sent at the same time.
    await undo();
    return made(taskId, given?.madeWith, records);
  }
  void runTask({ settings, user, call, records });
  return createdTask(taskId, record, "working");
}

/** The state of a call that becomes a task, counted as one of its user's; `undefined` if they have too many. */
async function countedTask(
  state: FlowState,
  binding: Binding,
  settings: Settings,
): Promise<FlowState | undefined> {
  const ttlMs = expiryOf(state, settings) - settings.now() + settings.stateTtlMs;
  try {
    const places = await new OpenCalls(settings, binding).begin(state, ttlMs);
    return { ...state, ...(places && { places }) };
  } catch (error) {
    if (error instanceof LimitError) return undefined;
    throw error;
  }
}

const createdTask = (...task: Parameters<typeof shown>): object => ({
  resultType: "task",
  ...shown(...task),
});

/** What a call that comes again makes a task of. */
interface Given {
  readonly state: FlowState;
  /** The same for the same state. */
  readonly taskId: string;
  /** The answers to its questions. Others that came with them are of no use. */
  readonly responses: Readonly<Record<string, unknown>>;
  readonly madeWith: string;
}

function givenIn(
  { requestState, responses: sent }: Input,
  binding: Binding,
  settings: Settings,
): Given {
  const state = openState(requestState, binding, settings);
  const { flow, round, pending } = state;
  const came = isObject(sent) ? sent : {};
  const asked = pending.filter(isHosts).map(({ key }) => key);
  const keys = asked.filter((key) => Object.hasOwn(came, key));
  const responses = Object.fromEntries(keys.map((key) => [key, came[key]]));
  const taskId = nameById(flow, "task", String(round));
  return {
    ...{ state, taskId, responses },
    madeWith: isTooDeep(responses) ? "" : digest(canonicalJson(responses)),
  };
}

/** The task that was made of a state before. @throws StateError when that was with other answers */
async function made(
  taskId: string,
  madeWith: string | undefined,
  records: TaskRecords,
): Promise<object | undefined> {
  const record = await records.load();
  const ended = await records.ended();
  const there = ended ?? record;
  if (there === undefined) return undefined;
  if (there.madeWith !== madeWith) throw new StateError("replayed");
  return createdTask(taskId, there, ended?.status ?? "working");
}

/** The answers of a call that comes again, under names of the task's own; `undefined` if they cannot be kept. */
function answersOf(
  responses: Given["responses"],
  { limits }: Settings,
): ReadonlyMap<string, { readonly key: string; readonly response: unknown }> | undefined {
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
      const { createdAt, madeWith } = record;
      const expiresAt = records.extended(record) + settings.stateTtlMs;
      const times = { createdAt, updatedAt: settings.now(), expiresAt };
      const isCancelled = await records.end({ status: "cancelled", ...times, madeWith }, record);
      if (isCancelled) await new CallOfTask(record, user, settings).end();
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
