import type { Answer, UrlAnswer, Via } from "../../../contracts/answers.js";
import type { ElicitContent } from "../../../schema/index.js";
import { canonicalJson } from "../../state/canonical-json.js";
import { ReplayMismatchError } from "../../errors.js";
import type { ResponseOutcome } from "../../elicitation/decode.js";
import { type Question, shortened } from "../../elicitation/question.js";
import type { AnswerEntry } from "../../state/records.js";

type Settled = Exclude<ResponseOutcome, { kind: "invalid" }>;

/** Whether JSON carries the value without loss, so that a recorded copy equals the live value. */
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

/** What is known of an answer beside its outcome. */
export interface AnswerFacts {
  /** Milliseconds between asking and the answer. */
  readonly elapsedMs: number;
  /** The handler waited for the end of the URL interaction and saw it. */
  readonly completed?: boolean | undefined;
  readonly via?: Via | undefined;
}

/** The entry that records an outcome. It includes the schema's output, so that a re-run validates nothing again. */
export function encodeAnswer(
  question: Question,
  outcome: Settled,
  { elapsedMs, completed = false, via = "native" }: AnswerFacts,
): AnswerEntry {
  const entry: AnswerEntry = {
    kind: "question",
    key: question.key,
    digest: question.digest,
    message: shortened(question.message, 40),
    action: outcome.kind === "consent" ? "accept" : outcome.kind,
    elapsedMs,
    ...(question.afterWait && { afterWait: true }),
    ...(via !== "native" && { via }),
  };
  switch (outcome.kind) {
    case "accept": {
      // A copy, as the handler may change the live answer.
      const accepted: AnswerEntry = {
        content: copyContent(outcome.content),
        ...entry,
        ...(outcome.tooFast && { tooFast: true }),
      };
      if (!isPlainJson(outcome.data)) return { derivesOutput: true, ...accepted };
      const output = keptOutput(outcome);
      return output === undefined ? accepted : { output: structuredClone(output), ...accepted };
    }
    case "consent":
      return completed ? { completed, ...entry } : entry;
    case "unanswered":
      return {
        reason: outcome.reason,
        ...entry,
        ...(outcome.error && { error: outcome.error }),
      };
    default:
      return entry;
  }
}

/** What the schema has made of the content, where it is kept beside it. */
export function keptOutput({
  data,
  content,
}: Pick<Extract<Settled, { kind: "accept" }>, "data" | "content">): readonly [unknown] | undefined {
  if (data === content || !isPlainJson(data)) return undefined;
  return canonicalJson(data) === canonicalJson(content) ? undefined : [data];
}

/** The answer that the handler gets for an outcome. */
export function decodeOutcome(
  question: Question,
  outcome: Settled,
  { elapsedMs, completed = false, via = "native" }: AnswerFacts,
): Answer<unknown> | UrlAnswer {
  const asked = { via, elapsedMs } as const;
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

/** The answer that an entry records. @throws ReplayMismatchError when the schema no longer accepts the content */
export function decodeEntry(
  question: Question,
  entry: AnswerEntry,
): Answer<unknown> | UrlAnswer | Promise<Answer<unknown>> {
  const { output } = entry;
  if (entry.action !== "accept") return decodeOutcome(question, refusalOf(entry), entry);
  if (question.mode === "url") return decodeOutcome(question, { kind: "consent" }, entry);
  const content = copyContent(entry.content as ElicitContent);
  if (entry.derivesOutput === undefined) {
    const data = output === undefined ? copyContent(content) : structuredClone(output[0]);
    return decodeOutcome(question, { kind: "accept", content, data }, entry);
  }
  const derive = (result: Awaited<ReturnType<typeof question.schema.check>>): Answer<unknown> => {
    if (result.ok) {
      const { elapsedMs, via = "native" } = entry;
      return { action: "accept", data: result.data, content, via, elapsedMs };
    }
    throw new ReplayMismatchError(
      question.key,
      "an answer the schema accepted",
      "the same answer refused by the schema",
      "The checks and transforms of a schema must be deterministic: move clocks and lookups out of it.",
    );
  };
  const result = question.schema.check(content);
  return result instanceof Promise ? result.then(derive) : derive(result);
}

function refusalOf({ action, reason, error }: AnswerEntry): Settled {
  if (action === "decline" || action === "cancel") return { kind: action };
  // An `unanswered` is recorded with its reason.
  return { kind: "unanswered", reason: reason!, ...(error && { error }) };
}
