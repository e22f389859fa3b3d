import type { Answer, UnansweredReason, UrlAnswer } from "../../contracts/answers.js";
import type { ElicitContent } from "../../schema/index.js";
import { canonicalJson } from "../state/canonical-json.js";
import { ReplayMismatchError } from "../errors.js";
import type { ResponseOutcome } from "../elicitation/decode.js";
import { type Question, shortened } from "../elicitation/question.js";
import type { AnswerEntry } from "../state/request-state.js";

type Settled = Exclude<ResponseOutcome, { kind: "invalid" }>;

const ACTIONS = { accept: "a", consent: "a", decline: "d", cancel: "c", unanswered: "u" } as const;

/** True when JSON carries the value without loss, so that a recorded copy equals the live one. */
function isPlainJson(value: unknown, depth = 0): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== "object" || depth > 32) return false;
  if (Array.isArray(value)) return value.every((item) => isPlainJson(item, depth + 1));
  const prototype = Object.getPrototypeOf(value) as unknown;
  return (
    (prototype === Object.prototype || prototype === null) &&
    Object.getOwnPropertySymbols(value).length === 0 &&
    Object.values(value).every((item) => isPlainJson(item, depth + 1))
  );
}

function copyContent(content: ElicitContent): ElicitContent {
  const copy: ElicitContent = {};
  for (const [name, value] of Object.entries(content)) {
    // defineProperty, because a field may be named `__proto__`.
    Object.defineProperty(copy, name, {
      value: Array.isArray(value) ? [...value] : value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return copy;
}

/** Writes an outcome down. What the schema made of the content is kept too, so that a re-run validates nothing again. */
export function encodeAnswer(
  question: Question,
  outcome: Settled,
  elapsedMs: number,
  completed = false,
): AnswerEntry {
  const entry = {
    t: "q",
    k: question.key,
    d: question.digest,
    w: shortened(question.message, 40),
    a: ACTIONS[outcome.kind],
    m: elapsedMs,
    ...(question.afterWait && { g: 1 as const }),
  } as const;
  switch (outcome.kind) {
    case "accept": {
      // A copy: the live answer belongs to the handler, which may change it.
      const content = { ...entry, c: copyContent(outcome.content) };
      if (!isPlainJson(outcome.data)) return { ...content, x: 1 };
      const isContent = canonicalJson(outcome.data) === canonicalJson(outcome.content);
      return isContent ? content : { ...content, o: [structuredClone(outcome.data)] };
    }
    case "consent":
      return completed ? { ...entry, f: 1 } : entry;
    case "unanswered":
      return {
        ...entry,
        r: outcome.reason,
        ...(outcome.error && { e: [outcome.error.code, outcome.error.message] as const }),
      };
    default:
      return entry;
  }
}

/** The answer a live outcome gives. */
export function decodeOutcome(
  question: Question,
  outcome: Settled,
  elapsedMs: number,
  completed = false,
): Answer<unknown> | UrlAnswer {
  const asked = { via: "native", elapsedMs } as const;
  switch (outcome.kind) {
    case "accept":
      return { action: "accept", data: outcome.data, content: outcome.content, ...asked };
    case "consent":
      return { action: "accept", completed, ...asked };
    case "unanswered":
      return {
        action: "unanswered",
        reason: outcome.reason,
        ...(outcome.error && { error: outcome.error }),
        ...asked,
      };
    default:
      return { action: outcome.kind, ...asked };
  }
}

/** The answer an entry stands for. @throws ReplayMismatchError when the schema no longer makes anything of the content. */
export function decodeEntry(
  question: Question,
  entry: AnswerEntry,
): Answer<unknown> | UrlAnswer | Promise<Answer<unknown>> {
  if (entry.a !== "a") {
    return decodeOutcome(question, replayedRefusal(entry), entry.m);
  }
  if (question.mode === "url")
    return decodeOutcome(question, { kind: "consent" }, entry.m, entry.f === 1);
  const content = copyContent(entry.c as ElicitContent);
  if (entry.x === undefined) {
    const data = entry.o === undefined ? copyContent(content) : structuredClone(entry.o[0]);
    return decodeOutcome(question, { kind: "accept", content, data }, entry.m);
  }
  const derive = (result: Awaited<ReturnType<typeof question.schema.check>>): Answer<unknown> => {
    if (result.ok)
      return { action: "accept", data: result.data, content, via: "native", elapsedMs: entry.m };
    throw new ReplayMismatchError(
      question.key,
      "an answer the schema accepted",
      "the same answer refused by the schema",
      "A schema's checks and transforms must give the same result each time: take clocks and look-ups out of it.",
    );
  };
  const result = question.schema.check(content);
  return result instanceof Promise ? result.then(derive) : derive(result);
}

function replayedRefusal(entry: AnswerEntry): Settled {
  if (entry.a === "d") return { kind: "decline" };
  if (entry.a === "c") return { kind: "cancel" };
  return {
    kind: "unanswered",
    reason: entry.r as UnansweredReason,
    ...(entry.e && { error: { code: entry.e[0], message: entry.e[1] } }),
  };
}
