import { findSecretFields, readSchema } from "midcall/schema";
import type { Question } from "midcall/testing";
import { safeLine } from "../../../safe-text.js";
import { type Observation, successOf, type ToolResult, wording } from "../observation.js";
import { ADVICE, type Fault, type Finding } from "./finding.js";

const LONGEST = 120;

/** What the other observations of the same tool and protocol version are compared with. */
export interface Baseline {
  readonly accepted: Observation;
  /** Whether an accepted call has the same result each time; asked for only where that matters. */
  isStable(): Promise<boolean>;
  /** The other observations so far. */
  readonly others: readonly Observation[];
}

/** Judges what was seen in one call. */
export async function judge(seen: Observation, baseline: Baseline): Promise<readonly Finding[]> {
  const find = finder(seen);
  return [
    ...(isKnown(seen, baseline) ? [] : judgeEnd(seen, find)),
    ...(seen.behaviour === "accept" ? judgeQuestions(seen, find) : []),
    ...(seen.responses > 1 && !hadMore(baseline, seen)
      ? [find("responds-twice", `The call got ${seen.responses} responses.`)]
      : []),
    ...judgeRefusal(seen, baseline, find),
    ...judgeInvalid(seen, baseline, find),
    ...judgeLate(seen, baseline, find),
    ...(await judgeDuplicate(seen, baseline, find)),
  ];
}

type Find = (fault: Fault, words: string, more?: Partial<Finding>) => Finding;

function finder({ protocolVersion, tool, behaviour, questions }: Observation): Find {
  return (fault, words, more) => ({
    fault,
    severity: "error",
    certainty: "certain",
    protocolVersion,
    tool: safeLine(tool, LONGEST),
    question: nameOf(questions.at(-1)),
    behaviour,
    seen: words,
    advice: ADVICE[fault],
    ...more,
  });
}

const nameOf = (question: Question | undefined): string | undefined =>
  question && safeLine(question.message, LONGEST);

/** The words of a result, for a report. */
function excerpt({ content, structuredContent }: ToolResult): string {
  const texts = (Array.isArray(content) ? (content as unknown[]) : []).flatMap((block) => {
    const text = Object(block) as { readonly text?: unknown };
    return typeof text.text === "string" ? [text.text] : [];
  });
  const words =
    texts.length > 0 ? texts.join(" ") : JSON.stringify(structuredContent ?? content ?? null);
  return `“${safeLine(words, LONGEST)}”`;
}

/** Whether the end is the one of a behaviour that this one is made of, and was reported there. */
function isKnown({ behaviour, end }: Observation, { accepted, others }: Baseline): boolean {
  if (behaviour === "duplicate") return end.kind === accepted.end.kind;
  if (behaviour !== "invalid") return false;
  return others.some((one) => one.behaviour === "decline" && one.end.kind === end.kind);
}

const hadMore = ({ accepted }: Baseline, seen: Observation): boolean =>
  seen !== accepted && accepted.responses > 1;

function judgeEnd(seen: Observation, find: Find): Finding[] {
  const { end, blocked, questions, hasAcceptedLink } = seen;
  if (blocked === "while-asking") {
    return [
      find("blocked", "While the question was open, the server did not respond to anything else."),
    ];
  }
  if (blocked === "after-giving-up") {
    const words = "After the host had given the call up, the next call or ping got no response.";
    return [find("blocked", words)];
  }
  switch (end.kind) {
    case "lost":
      return [find("crashes", `The connection was lost: ${end.how}.`)];
    case "loop":
      return [find("loops", `The server asked ${end.times} times in one call, and did not stop.`)];
    case "timeout":
      // A slow tool is none of the doctor's business, nor is a page that nobody opened.
      if (questions.length === 0 || hasAcceptedLink) return [];
      return [find("hangs", "Every question was answered, but the call did not end in time.")];
    default:
      return [];
  }
}

function judgeQuestions({ questions }: Observation, find: Find): Finding[] {
  const reported = new Set<string>();
  return questions.flatMap((question) => {
    const schema = question.mode === "form" ? readSchema(question.requestedSchema) : undefined;
    if (!schema) return [];
    return findSecretFields(schema.requestedSchema, question.message).flatMap(({ field, kind }) => {
      const where = field === "" ? "The message" : `The field “${safeLine(field, LONGEST)}”`;
      const words = `${where} asks for what looks like a secret (${kind}).`;
      if (reported.has(words)) return [];
      reported.add(words);
      return [find("asks-for-secret", words, { question: nameOf(question) })];
    });
  });
}

const AS_YES = {
  decline: "decline-as-yes",
  cancel: "cancel-as-yes",
  silence: "silence-as-yes",
} as const;

/** A result that is the same for a yes and a no may be wrong for one of them, or say too little. */
function judgeRefusal(seen: Observation, { accepted }: Baseline, find: Find): Finding[] {
  const { behaviour, questions } = seen;
  if (behaviour !== "decline" && behaviour !== "cancel" && behaviour !== "silence") return [];
  const yes = successOf(accepted);
  const no = successOf(seen);
  if (!yes || !no || questions.length === 0 || wording(yes) !== wording(no)) return [];
  const words = `The result is, word for word, the one of the accepted call: ${excerpt(no)}.`;
  return [find(AS_YES[behaviour], words, { certainty: "suspect" })];
}

function judgeInvalid(seen: Observation, { accepted, others }: Baseline, find: Find): Finding[] {
  if (seen.behaviour !== "invalid" || !seen.hasSentInvalid) return [];
  const used = successOf(seen);
  // One more question than in the accepted call: the server has asked again.
  if (!used || seen.questions.length > accepted.questions.length) return [];
  const refusals = others.filter(
    ({ behaviour }) => behaviour === "decline" || behaviour === "cancel",
  );
  if (refusals.some((one) => wording(successOf(one) ?? {}) === wording(used))) return [];
  const yes = successOf(accepted);
  const isSame = yes !== undefined && wording(yes) === wording(used);
  const words = isSame
    ? `The result is the one of the valid answer: ${excerpt(used)}.`
    : `The server did not ask again or report an error: ${excerpt(used)}.`;
  return [
    find("accepts-invalid", words, {
      severity: "warning",
      certainty: isSame ? "certain" : "suspect",
    }),
  ];
}

function judgeLate({ afterLate }: Observation, { accepted }: Baseline, find: Find): Finding[] {
  if (!afterLate) return [];
  const { result, questions } = afterLate;
  if (result) {
    const yes = successOf(accepted);
    const isSame = yes !== undefined && wording(yes) === wording(result);
    const words = `The call was cancelled, and the answer that came afterwards led to a result: ${excerpt(result)}.`;
    return [find("uses-late-answer", words, { certainty: isSame ? "certain" : "suspect" })];
  }
  if (questions === 0) return [];
  const words =
    "The call was cancelled, and after the late answer the server asked the next question.";
  return [find("uses-late-answer", words)];
}

async function judgeDuplicate(
  seen: Observation,
  baseline: Baseline,
  find: Find,
): Promise<Finding[]> {
  if (seen.behaviour !== "duplicate") return [];
  const once = successOf(baseline.accepted);
  const first = successOf(seen);
  if (!once || !first) return [];
  const { replayed } = seen;
  const isReplayUsed =
    replayed !== undefined &&
    replayed["isError"] !== true &&
    replayed["inputRequests"] === undefined &&
    wording(replayed) !== wording(first);
  if (!isReplayUsed && wording(first) === wording(once)) return [];
  // Results that are always different say nothing.
  if (!(await baseline.isStable())) return [];
  const words = isReplayUsed
    ? `The same round, sent again, led to another result: ${excerpt(replayed)} after ${excerpt(first)}.`
    : `With the answer sent twice, the result was ${excerpt(first)} instead of ${excerpt(once)}.`;
  return [find("uses-answer-twice", words, { severity: "warning", certainty: "suspect" })];
}
