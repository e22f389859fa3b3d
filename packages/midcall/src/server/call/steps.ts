import { errorText } from "../../internal/error-text.js";
import { Buffer } from "node:buffer";
import type { Activity } from "./replay/activity.js";
import { digest } from "../state/canonical-json.js";
import { LimitError, StepInterruptedError, StepKeyError, StepValueError } from "../errors.js";
import type { FlowStore } from "../state/flow-store.js";
import type { Journal } from "./journal/journal.js";
import type { Settings } from "../options.js";
import type { Replay } from "./replay/replay.js";
import { entryId, type FlowState, type StepEntry } from "../state/records.js";

/** The argument of the function of a step. */
export interface StepContext {
  /** The same in every attempt at this step. Pass it to services that detect repeated requests. */
  readonly idempotencyKey: string;
}

/** Options of `ctx.step`. */
export interface StepOptions {
  /** The step changes something. In development, midcall warns when it runs before the first question. */
  readonly writes?: boolean;
  /**
   * With a store: what to do when an earlier attempt started and left no result. `"fail"` (default)
   * ends the call; `"rerun"` runs the step again with the same idempotency key.
   */
  readonly onInterrupted?: "fail" | "rerun";
}

/** How a step ended: with a value or an error for the handler, or with an error that ends the call. */
export type StepOutcome =
  | { readonly value: unknown }
  | { readonly error: Error }
  | { readonly fatal: Error };

/** Runs the steps of one run of a handler. */
export interface StepRunner {
  /** @param asksAgain - whether it belongs to a question that is asked again, for whose new answer other steps wait */
  run(
    key: string,
    fn: (step: StepContext) => unknown,
    options: StepOptions,
    asksAgain: boolean,
  ): Promise<StepOutcome>;
  /** Forgets which keys were used, for a run from the start. */
  rewind(): void;
}

export interface StepParts {
  readonly settings: Settings;
  readonly journal: Journal;
  /** The records of this call that all processes share; `undefined` without a store. */
  readonly store: FlowStore | undefined;
  /** Its `flow` is made when it is first read, which a call without steps on 2025 never does. */
  readonly state: Pick<FlowState, "flow">;
  readonly replay: Replay;
  readonly activity: Pick<Activity, "busy">;
}

const MAX_KEY = 256;

/** Results and errors pass through JSON even the first time, so that a handler sees the same value live and replayed. */
export function createStepRunner(parts: StepParts): StepRunner {
  const { settings, journal, store, state, replay, activity } = parts;
  let used: Set<string> | undefined;

  const attempt = async (key: string, fn: (step: StepContext) => unknown): Promise<StepEntry> => {
    let value: unknown;
    try {
      // Derived from the flow's random id, which travels sealed, and not from the secret, which may be rotated between attempts.
      value = await fn({ idempotencyKey: digest(`step ${state.flow} ${key}`) });
    } catch (error) {
      return { kind: "step", key, error: describe(error) };
    }
    return value === undefined
      ? { kind: "step", key }
      : { kind: "step", key, value: throughJson(key, value, settings) };
  };

  const claim = async (key: string, options: StepOptions): Promise<StepEntry | undefined> => {
    const claimed = await store?.claimStep(key);
    if (claimed === undefined || claimed === "mine") return undefined;
    if (claimed === "ended") {
      throw new StepInterruptedError(
        `The step "${key}" was not run, because another copy of this request has finished the call in the meantime.`,
      );
    }
    if (claimed !== "interrupted") return claimed;
    settings.telemetry?.stepInterrupted();
    if (options.onInterrupted === "rerun") return undefined;
    throw new StepInterruptedError(
      `The step "${key}" was started before and left no result: it is still running or was interrupted, and may or may not have taken effect. ` +
        'It was not run again. Check what it did; if repeating it is safe, pass { onInterrupted: "rerun" }.',
    );
  };

  return {
    rewind() {
      used = undefined;
    },
    async run(key, fn, options, asksAgain) {
      try {
        if (typeof key !== "string" || key === "" || key.length > MAX_KEY) {
          throw new StepKeyError(`A step's key must be a string of 1 to ${MAX_KEY} characters.`);
        }
        used ??= new Set();
        if (used.has(key)) {
          throw new StepKeyError(
            `The key "${key}" is used by two steps of one call. Give each its own, for instance by adding an index.`,
          );
        }
        used.add(key);
        const replayed = journal.step(key);
        if (replayed !== undefined) {
          await replay.recorded(entryId("step", key));
          return outcome(replayed);
        }
        journal.reserve("step", key);
        // Nothing new starts while an answer has not reached its question.
        if (!asksAgain) await replay.mayBegin();
        const done = activity.busy();
        try {
          let entry = await claim(key, options);
          if (entry === undefined) {
            entry = await attempt(key, fn);
            await store?.recordStep(entry);
          }
          // What comes later in the journal may not be reached before the question is asked again.
          if (asksAgain) done();
          await replay.event(false, asksAgain);
          journal.record(entry);
          return outcome(entry);
        } finally {
          done();
        }
      } catch (error) {
        return { fatal: error as Error };
      }
    },
  };
}

function throughJson(key: string, value: unknown, { limits }: Settings): unknown {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    throw new StepValueError(
      `The step "${key}" returned a value that cannot be written as JSON. Return plain data.`,
      { cause: error },
    );
  }
  if (text === undefined) {
    throw new StepValueError(
      `The step "${key}" returned a ${typeof value}, which cannot be written as JSON. Return plain data.`,
    );
  }
  const bytes = Buffer.byteLength(text);
  if (bytes > limits.stepBytes) {
    throw new LimitError(
      `The step "${key}" returned ${bytes} bytes, which is over the limit of ${limits.stepBytes}. Return a reference instead of the data, or raise limits.stepBytes.`,
    );
  }
  return JSON.parse(text);
}

const MAX_ERROR_TEXT = 4096;

function describe(error: unknown): NonNullable<StepEntry["error"]> {
  if (!(error instanceof Error))
    return { name: "Error", message: errorText(error).slice(0, MAX_ERROR_TEXT) };
  const { code } = error as { code?: unknown };
  return {
    name: String(error.name).slice(0, 256),
    message: String(error.message).slice(0, MAX_ERROR_TEXT),
    ...((typeof code === "string" || typeof code === "number") && { code }),
  };
}

function outcome({ error: recorded, value }: StepEntry): StepOutcome {
  if (recorded === undefined)
    return { value: typeof value === "object" ? structuredClone(value) : value };
  const error = new Error(recorded.message);
  error.name = recorded.name;
  if (recorded.code !== undefined) Object.assign(error, { code: recorded.code });
  return { error };
}
