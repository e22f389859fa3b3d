import { metaRefusal, type RequestMeta } from "../connect/request-meta.js";
import { UsageError } from "../errors.js";
import { isObject } from "../json.js";
import { safeLine } from "../safe-text.js";
import type { Answer } from "./answer.js";

/** What a scenario calls. */
export interface ScenarioCall {
  readonly kind: "tool" | "prompt" | "resource";
  /** The tool's or prompt's name, or the resource's URI. */
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The arguments that were left out because they seem to be secrets. */
  readonly ask: readonly string[];
  /** The `_meta` of its requests, without what seems to be a secret. */
  readonly meta?: RequestMeta | undefined;
  /** Calls a tool as a task of 2025-11-25 that can be called in both ways. */
  readonly asTask?: boolean | undefined;
}

/** A call and the answers to its questions. */
export interface Scenario {
  readonly name: string;
  readonly call: ScenarioCall;
  readonly answers: readonly Answer[];
}

/** The version of the format. */
export const SCENARIO_VERSION = 1;

const KINDS = ["tool", "prompt", "resource"] as const;
const KNOWN = [
  "$schema",
  "midcall",
  "name",
  ...KINDS,
  "arguments",
  "ask",
  "meta",
  "asTask",
  "answers",
];
const LONGEST_NAME = 100;

/** Whether the content of a file is a scenario, and not only a list of answers. */
export const isScenario = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && Object.hasOwn(value, "midcall");

/**
 * Parses a scenario.
 *
 * @param readEntries - parses `answers`
 * @throws UsageError that says what is wrong
 */
export function readScenario(
  value: Readonly<Record<string, unknown>>,
  source: string,
  readEntries: (list: readonly unknown[]) => readonly Answer[],
): Scenario {
  const wrong = (what: string): UsageError => new UsageError(`${source}: ${what}`);
  const { midcall, name = "", arguments: args = {}, ask = [], answers = [] } = value;
  if (midcall !== SCENARIO_VERSION) {
    const given = safeLine(JSON.stringify(midcall) ?? "", 20);
    throw wrong(`"midcall" must be ${SCENARIO_VERSION}, the version of the format, not ${given}.`);
  }
  const unknown = Object.keys(value).find((key) => !KNOWN.includes(key));
  if (unknown !== undefined) {
    throw wrong(`unknown member "${safeLine(unknown, 60)}". The members are ${KNOWN.join(", ")}.`);
  }
  const kinds = KINDS.filter((one) => value[one] !== undefined);
  const [kind] = kinds;
  const target = kind && value[kind];
  if (kinds.length !== 1 || !kind || typeof target !== "string" || target === "") {
    throw wrong(
      'must have one of "tool", "prompt" and "resource", with the name of what is called.',
    );
  }
  if (typeof name !== "string") throw wrong('"name" must be a string.');
  if (!isObject(args)) throw wrong('"arguments" must be an object.');
  if (!Array.isArray(ask) || !ask.every((one) => typeof one === "string")) {
    throw wrong('"ask" must be a list of the names of arguments.');
  }
  const { meta, asTask } = value;
  if (meta !== undefined && !isObject(meta)) throw wrong('"meta" must be an object.');
  const refusal = meta && metaRefusal(meta);
  if (refusal) throw wrong(`"meta": ${refusal}`);
  if (asTask !== undefined && (typeof asTask !== "boolean" || kind !== "tool")) {
    throw wrong('"asTask" must be true or false, and only for a tool.');
  }
  if (!Array.isArray(answers)) throw wrong('"answers" must be an array.');
  return {
    name: name.slice(0, LONGEST_NAME),
    call: {
      kind,
      name: target,
      arguments: args,
      ask,
      ...(meta && { meta }),
      ...(asTask && { asTask }),
    },
    answers: readEntries(answers as unknown[]),
  };
}

/** The scenario as it is written to a file. */
export function writeScenario({ name, call, answers }: Scenario): Record<string, unknown> {
  return {
    midcall: SCENARIO_VERSION,
    ...(name !== "" && { name }),
    [call.kind]: call.name,
    arguments: call.arguments,
    ...(call.ask.length > 0 && { ask: call.ask }),
    ...(call.meta && { meta: call.meta }),
    ...(call.asTask && { asTask: true }),
    answers: answers.map(({ message, action, content, url, times, schema, ask }) => ({
      message,
      action,
      ...(content && { content }),
      ...(url !== undefined && { url }),
      ...(schema !== undefined && { schema }),
      ...(ask?.length && { ask }),
      ...(times !== 1 && { times }),
    })),
  };
}
