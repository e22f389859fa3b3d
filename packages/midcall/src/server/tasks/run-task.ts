import { isObject } from "../../internal/is-object.js";
import { randomName } from "../fallback/places/question-slots.js";
import { RecordChangedError, StoreFailedError } from "../errors.js";
import type { Settings } from "../options.js";
import type { Pending } from "../state/records.js";
import { openState } from "../state/request-state.js";
import { describeCause } from "../state/wrap-store-errors.js";
import { bindingOf, CallOfTask, type TaskUser } from "./call-of-task.js";
import type { TaskLease } from "./task-lease.js";
import {
  INTERNAL_ERROR,
  type TaskAnswer,
  type TaskQuestion,
  type TaskRecord,
  type TaskRecords,
} from "./task-records.js";

/** One round of the call behind a task. */
export interface TaskRound extends Pick<TaskRecord, "params" | "envelope" | "requestState"> {
  readonly responses: Readonly<Record<string, unknown>>;
  /** When each response came (ms since 1970), with those that are left for the next round. */
  readonly cameAt: Readonly<Record<string, number>>;
  readonly signal: AbortSignal;
}

/** What is needed to run a task. */
export interface TaskRunParts {
  readonly settings: Settings;
  readonly records: TaskRecords;
  /** The user and the client of the request that runs it. */
  readonly user: TaskUser;
  /**
   * Runs a round of the call as if the client had repeated it.
   *
   * @throws the error of the run, where the call can go on after it
   */
  readonly call: (round: TaskRound) => unknown;
}

/** Whether the handler has to run: there is an answer, a deadline has passed, or nothing is being asked. */
export function isReady(
  { open, answerBy = Infinity, isHolding, using }: TaskRecord,
  answers: ReadonlyMap<string, unknown>,
  now: number,
): boolean {
  const keys = Object.keys(open);
  return (
    using !== undefined ||
    isHolding === true ||
    answerBy < now ||
    keys.length === 0 ||
    keys.some((key) => answers.has(key))
  );
}

/** Runs a task until it has ended or waits for an answer, unless another request runs it already. Never rejects. */
export async function runTask(parts: TaskRunParts): Promise<void> {
  const { records, settings } = parts;
  try {
    // An answer that comes while the lease is given back finds the task taken, so it is looked for once more.
    for (let hasRun = true; hasRun;) {
      const lease = await records.claim();
      if (lease === undefined) return;
      hasRun = false;
      try {
        while (await runRound(parts, lease)) hasRun = true;
      } finally {
        await lease.release();
      }
    }
  } catch (error) {
    settings.logger.error(`midcall: a task could not go on: ${describeCause(error)}`);
  }
}

/** Runs one round, if there is something to run. Returns whether there was, and the task goes on. */
async function runRound(parts: TaskRunParts, lease: TaskLease<TaskRecord>): Promise<boolean> {
  const { records, settings, call } = parts;
  const record = await records.load();
  if (record === undefined || (await records.ended()) !== undefined) return false;
  const answers: ReadonlyMap<string, TaskAnswer> = await records.answers(Object.keys(record.open));
  if (!isReady(record, answers, settings.now())) return false;
  const using = record.using ?? [...answers.keys()];
  if (!(await lease.save({ ...record, using }))) return false;
  const responses = Object.fromEntries(
    using.map((key) => [record.open[key]!.key, answers.get(key)?.response]),
  );
  // Those that are left for the next round have come in time, too.
  const cameAt = Object.fromEntries(
    Array.from(answers, ([key, answer]) => [record.open[key]!.key, answer.cameAt]),
  );
  const { params, envelope, requestState } = record;
  const { signal } = lease;
  let next: TaskRecord;
  try {
    const result = await call({ params, envelope, requestState, responses, cameAt, signal });
    if (!isObject(result) || result["resultType"] !== "input_required") {
      await end(record, { status: "completed", result }, parts);
      return false;
    }
    next = nextRecord(record, using, result, parts);
  } catch (error) {
    // A store that fails leaves the task as it was, to be gone on with; what somebody has changed in it stays changed.
    if (error instanceof StoreFailedError && !(error instanceof RecordChangedError)) throw error;
    // The error may be that this run was stopped, and another one goes on.
    if (signal.aborted) return false;
    await end(record, { status: "failed", error: errorOf(error) }, parts);
    if (error instanceof RecordChangedError) await callOf(record, parts).end();
    return false;
  }
  const saved = { ...next, expiresAt: records.extended(next) };
  if (!(await lease.save(saved))) {
    // It was cancelled while this round ran, which has left records of its own.
    if ((await records.ended())?.status === "cancelled") await callOf(next, parts).end();
    return false;
  }
  await records.forget(using);
  await records.keepAnswers(Object.keys(saved.open), saved.expiresAt);
  return true;
}

const callOf = (record: TaskRecord, { user, settings }: TaskRunParts): CallOfTask =>
  new CallOfTask(record, user, settings);

async function end(
  record: TaskRecord,
  how:
    | { status: "completed"; result: unknown }
    | { status: "failed"; error: ReturnType<typeof errorOf> },
  parts: TaskRunParts,
): Promise<void> {
  const { records, settings } = parts;
  const { createdAt, madeWith } = record;
  const expiresAt = records.extended(record) + settings.stateTtlMs;
  const ended = { ...how, createdAt, updatedAt: settings.now(), expiresAt, madeWith };
  await records.end(ended, record, await callOf(record, parts).isSaved());
}

/** The record after a round that has left questions open. A key is never used for two questions, nor asked twice. */
function nextRecord(
  before: TaskRecord,
  used: readonly string[],
  { inputRequests, requestState }: Record<string, unknown>,
  { settings, user }: TaskRunParts,
): TaskRecord {
  if (typeof requestState !== "string" || !settings.sealer.claims(requestState)) {
    throw new Error("A handler that runs as a task must ask with the functions of its context.");
  }
  const { pending, expiresAt = 0 } = openState(requestState, bindingOf(user, before), settings);
  const kept = new Map<string, readonly [string, TaskQuestion]>(
    Object.entries(before.open)
      .filter(([key]) => !used.includes(key))
      .map((entry) => [entry[1].key, entry]),
  );
  const open: Record<string, TaskQuestion> = {};
  for (const [key, request] of Object.entries(isObject(inputRequests) ? inputRequests : {})) {
    const digest = pending.find((one) => one.key === key)?.digest ?? "";
    const same = kept.get(key);
    if (same?.[1].digest === digest) open[same[0]] = same[1];
    else open[randomName()] = { key, digest, request };
  }
  const keys = new Set(Object.values(open).map(({ key }) => key));
  const asked = pending.filter(({ key }) => keys.has(key));
  const { using: _, ...rest } = before;
  return {
    ...rest,
    ...{ requestState, open, updatedAt: settings.now() },
    // Never earlier than before: the state that made the task is accepted until then.
    expiresAt: Math.max(before.expiresAt, expiresAt),
    answerBy: asked.length > 0 ? Math.min(...asked.map(({ answerBy }) => answerBy)) : undefined,
    // Beside a question to the user nothing is held: the end of the URL interaction is seen in the next round.
    isHolding: pending.some(isHeld) && pending.every(isHeld),
  };
}

const isHeld = ({ holds }: Pending): boolean => holds !== undefined;

/** The JSON-RPC error that the call would have been answered with. */
function errorOf(error: unknown): { code: number; message: string; data?: unknown } {
  const { code, data } = error as { code?: unknown; data?: unknown };
  return {
    code: Number.isInteger(code) ? (code as number) : INTERNAL_ERROR,
    message: error instanceof Error ? error.message : "The task has failed.",
    ...(data !== undefined && { data }),
  };
}
