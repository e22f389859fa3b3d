import { isObject } from "../../internal/is-object.js";
import { assertOptions } from "../../internal/assert-options.js";
import { readSchema } from "../../schema/index.js";
import type { TestHost } from "../host.js";
import { nameQuestion, type Question } from "../question.js";

/** What a check found. */
export interface Check {
  readonly pass: boolean;
  /** Why it failed, or, for a negated check, what was found. */
  readonly message: string;
}

/** A question that is expected: a part of its message, a pattern, or what is listed of it. */
export type ExpectedQuestion =
  | string
  | RegExp
  | {
      /** A part of its message, or a pattern. */
      readonly message?: string | RegExp | undefined;
      /** `form` or `url`. */
      readonly mode?: string | undefined;
      /** The names of all fields of its form, in any order. */
      readonly fields?: readonly string[] | undefined;
      /** A part of its URL, or a pattern. */
      readonly url?: string | RegExp | undefined;
    };

/** The parts of a tool result that are compared. */
export interface ComparedResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

const fits = (expected: string | RegExp, text: string | undefined): boolean => {
  if (text === undefined) return false;
  if (typeof expected === "string") return text.includes(expected);
  return new RegExp(expected.source, expected.flags.replace(/[gy]/g, "")).test(text);
};

function isAsked(expected: ExpectedQuestion, question: Question): boolean {
  if (typeof expected === "string" || expected instanceof RegExp) {
    return fits(expected, question.message);
  }
  assertOptions<typeof expected>("an expected question", expected, {
    message: ["string", "object"],
    mode: "string",
    fields: "list",
    url: ["string", "object"],
  });
  const { message, mode, fields, url } = expected;
  if (message !== undefined && !fits(message, question.message)) return false;
  if (mode !== undefined && mode !== question.mode) return false;
  if (url !== undefined && !fits(url, question.url)) return false;
  if (fields === undefined) return true;
  const names = readSchema(question.requestedSchema)?.fields.map(({ name }) => name);
  return names !== undefined && names.sort().join("\n") === [...fields].sort().join("\n");
}

const show = (expected: ExpectedQuestion): string =>
  typeof expected === "string" || expected instanceof RegExp
    ? String(expected instanceof RegExp ? expected : JSON.stringify(expected))
    : `{ ${Object.entries(expected)
        .map(
          ([name, value]) => `${name}: ${value instanceof RegExp ? value : JSON.stringify(value)}`,
        )
        .join(", ")} }`;

/** Whether the host was asked such a question. */
export function checkAsked(
  { questions }: Pick<TestHost, "questions">,
  expected: ExpectedQuestion,
): Check {
  const found = questions.find((question) => isAsked(expected, question));
  if (found) return { pass: true, message: `The server asked ${nameQuestion(found)}.` };
  const asked =
    questions.length === 0
      ? "The server asked nothing."
      : `The server asked only: ${questions.map(nameQuestion).join("; ")}.`;
  return { pass: false, message: `The server did not ask ${show(expected)}. ${asked}` };
}

/** Whether the script's answers were all used, and no question came outside of a call. */
export function checkLeftovers(host: Pick<TestHost, "expectNoLeftovers">): Check {
  try {
    host.expectNoLeftovers();
    return { pass: true, message: "Every scripted answer was used." };
  } catch (error) {
    return { pass: false, message: (error as Error).message };
  }
}

/**
 * Whether an answer that reached the server twice had the effect of one: each request got one response, and a round
 * that was sent again led to the same result, or to an error.
 */
export function checkAnswersUsedOnce({ transcript }: Pick<TestHost, "transcript">): Check {
  const responses = new Map<unknown, number>();
  const rounds = new Map<unknown, string>();
  const results = new Map<string, string>();
  for (const { direction, message } of transcript) {
    const { id, method, params } = message;
    if (direction === "sent") {
      const round = method === undefined ? undefined : roundOf(method, params);
      if (round !== undefined) rounds.set(id, round);
      continue;
    }
    if (method !== undefined || id === undefined) continue;
    const count = (responses.get(id) ?? 0) + 1;
    responses.set(id, count);
    if (count > 1) {
      return {
        pass: false,
        message: `The server responded ${count} times to request ${String(id)}.`,
      };
    }
    const round = rounds.get(id);
    if (round === undefined || !isObject(message["result"])) continue;
    const { result } = message;
    if (result["isError"] === true) continue;
    const text = comparable(result as ComparedResult & typeof result);
    const before = results.get(round);
    if (before !== undefined && before !== text) {
      const what = "The same round was sent twice, and the second time its result was different";
      return { pass: false, message: `${what}: ${text} after ${before}.` };
    }
    results.set(round, text);
  }
  return { pass: true, message: "No answer was used twice." };
}

/** The content of a request with answers, without what is different each time it is sent. */
function roundOf(method: unknown, params: unknown): string | undefined {
  if (!isObject(params) || !isObject(params["inputResponses"])) return undefined;
  const { _meta, ...rest } = params;
  return JSON.stringify([method, rest]);
}

const comparable = (result: ComparedResult): string =>
  JSON.stringify(
    "inputRequests" in result
      ? Object.keys(isObject(result.inputRequests) ? result.inputRequests : {})
      : [result.content ?? [], result.structuredContent ?? null],
  );

/**
 * Whether a call that the user declined or cancelled tells so: its result is an error, or differs from the result of
 * the same call when the user accepted.
 */
export function checkDeclinedTruthfully(declined: ComparedResult, accepted: ComparedResult): Check {
  if (declined.isError === true) {
    return { pass: true, message: "The result of the declined call is an error." };
  }
  const text = comparable(declined);
  return accepted.isError !== true && text === comparable(accepted)
    ? {
        pass: false,
        message: `The result of the declined call is, word for word, the one of the accepted call: ${text}.`,
      }
    : { pass: true, message: `The result of the declined call is its own: ${text}.` };
}
