import { setTimeout as sleep } from "node:timers/promises";
import { type Client, ProtocolError } from "@modelcontextprotocol/client";
import type { Inbox, OtherInput } from "midcall/client";
import {
  ANY_RESULT,
  isTaskOver,
  readTaskState,
  type Received,
  type TaskState,
} from "../../connect/tasks/task-state.js";
import { isObject } from "../../json.js";
import { toTaskView } from "../views/task-view.js";
import type { CallContext } from "./run-call.js";

/** What is needed to follow the task of a call. */
export interface TaskParts {
  readonly client: Pick<Client, "request">;
  readonly inbox: Pick<Inbox, "handle">;
  /** The user's name for the server. */
  readonly server: string;
  readonly call: { readonly method: string; readonly name: string };
  readonly context: Pick<CallContext, "signal" | "onTask">;
  /** Answers the requests that are not questions. */
  onInput(
    input: OtherInput,
    context: { readonly call: TaskParts["call"]; readonly signal: AbortSignal },
  ): unknown;
}

const ASK_MS = 30_000;
const CANCEL_MS = 5_000;
/** How many polls in a row may get no answer. */
const MOST_MISSED = 3;
const MOST_REQUESTS = 100;

/**
 * Follows a task of 2026-07-28 until it ends: asks for its state, and passes its requests for input to the user. The task is
 * cancelled when the call is.
 *
 * @param created - the task as the server has created it; untrusted
 * @returns the result of the call
 *
 * @see https://modelcontextprotocol.io/extensions/tasks/overview
 */
export async function followTask(created: unknown, parts: TaskParts): Promise<unknown> {
  const { client, context } = parts;
  const { signal, onTask } = context;
  let task = readTask(created);
  const request = (method: string, more: object, options: object): Promise<Received> =>
    client.request({ method, params: { taskId: task.state.id, ...more } }, ANY_RESULT, options);
  const inputs = createInputs(parts, async (key, response) => {
    const options = { signal, timeout: ASK_MS };
    await request("tasks/update", { inputResponses: { [key]: response } }, options);
  });

  try {
    for (let missed = 0; ;) {
      onTask(toTaskView(task.state));
      const { status, pollMs } = task.state;
      if (status === "completed") return isObject(task.result) ? task.result : {};
      if (status === "failed") throw errorOf(task.error);
      if (status === "cancelled") throw new Error("The server has cancelled the task.");
      inputs.update(status === "input_required" ? task.inputRequests : {});
      await inputs.wait(pollMs);
      signal.throwIfAborted();
      try {
        task = readTask(await request("tasks/get", {}, { signal, timeout: ASK_MS }), task.state.id);
        missed = 0;
      } catch (error) {
        const isRefused = typeof (error as { code?: unknown }).code === "number";
        if (isRefused || signal.aborted || ++missed >= MOST_MISSED) throw error;
      }
    }
  } catch (error) {
    // Cancelling is a request of its own, so it must not end with the signal of the call.
    if (!isTaskOver(task.state)) {
      await request("tasks/cancel", {}, { timeout: CANCEL_MS }).catch(() => {});
    }
    throw error;
  } finally {
    inputs.end();
  }
}

interface Task {
  readonly state: TaskState;
  readonly inputRequests: Received;
  readonly result: unknown;
  readonly error: unknown;
}

function readTask(received: unknown, id?: string): Task {
  const given: Received = isObject(received) ? received : {};
  const { inputRequests, result, error } = given;
  return {
    state: readTaskState(given, id),
    inputRequests: isObject(inputRequests) ? inputRequests : {},
    result,
    error,
  };
}

function errorOf(error: unknown): Error {
  const { code, message } = isObject(error) ? error : { code: undefined, message: undefined };
  const text = typeof message === "string" ? message : "The task has failed.";
  return typeof code === "number" ? new ProtocolError(code, text) : new Error(text);
}

interface Inputs {
  /** Asks what is new, and withdraws what is no longer asked for. */
  update(requests: Received): void;
  /**
   * Waits until the time is up, an answer was sent, or the call is cancelled.
   *
   * @throws the reason why a request cannot be answered
   */
  wait(ms: number): Promise<void>;
  end(): void;
}

/** The requests for input of one task. A key is never asked twice. */
function createInputs(
  { inbox, server, call, context, onInput }: TaskParts,
  send: (key: string, response: unknown) => Promise<void>,
): Inputs {
  const asked = new Map<string, AbortController>();
  const ended = new AbortController();
  const run = { ended: ended.signal };
  let changed = new AbortController();
  let failure: { readonly error: unknown } | undefined;

  const ask = async (key: string, request: unknown, signal: AbortSignal): Promise<void> => {
    const given: Received = isObject(request) ? request : {};
    const { method, params } = given;
    const response =
      method === "elicitation/create"
        ? await inbox.handle(params, { server, call, ownCall: true, run, signal })
        : await onInput({ method: String(method), params }, { call, signal });
    if (!signal.aborted) await send(key, response);
  };
  return {
    update(requests) {
      for (const [key, stop] of asked) if (!Object.hasOwn(requests, key)) stop.abort();
      for (const [key, request] of Object.entries(requests)) {
        if (asked.has(key) || asked.size >= MOST_REQUESTS) continue;
        const stop = new AbortController();
        asked.set(key, stop);
        ask(key, request, AbortSignal.any([stop.signal, context.signal]))
          .catch((error: unknown) => {
            if (!stop.signal.aborted) failure = { error };
          })
          .finally(() => changed.abort());
      }
    },
    async wait(ms) {
      const over = AbortSignal.any([changed.signal, context.signal]);
      await sleep(ms, undefined, { signal: over }).catch(() => {});
      if (changed.signal.aborted) changed = new AbortController();
      if (failure) throw failure.error;
    },
    end() {
      for (const stop of asked.values()) stop.abort();
      ended.abort();
    },
  };
}
