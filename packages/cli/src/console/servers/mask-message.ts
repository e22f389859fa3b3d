import { isSecretName, MASK } from "./secret-names.js";

/** A message made safe to keep and to show. */
export interface MaskedMessage {
  readonly body: string;
  /** Characters of the message as JSON, before. */
  readonly size: number;
  readonly cut: boolean;
}

/** What the person has answered, to be taken out of whatever comes later. */
export interface Scrubber {
  /** Notes the texts of an answer. */
  add(content: unknown): void;
  /** The text without what was answered. */
  scrub(text: string): string;
}

const LONGEST_BODY = 16_384;
const LONGEST_TEXT = 4_000;
const MOST_NODES = 3_000;
/** Shorter answers are words anybody uses; to blot them out would make a timeline unreadable. */
const SHORTEST_ANSWER = 6;
const MOST_ANSWERS = 200;
const MOST_ANSWERED = 1_000_000;
/** A text beyond this is shown by its length alone. */
const LONGEST_SCRUBBED = 1_000_000;

export function createScrubber(): Scrubber {
  const answers = new Set<string>();
  let characters = 0;
  const forget = (text: string): void => {
    if (answers.delete(text)) characters -= text.length;
  };
  const note = (content: unknown, depth = 0): void => {
    if (typeof content === "string") {
      if (content.length < SHORTEST_ANSWER) return;
      forget(content);
      answers.add(content);
      characters += content.length;
      while (answers.size > MOST_ANSWERS || (characters > MOST_ANSWERED && answers.size > 1)) {
        forget(answers.values().next().value!);
      }
    } else if (typeof content === "object" && content !== null && depth < 4) {
      for (const value of Object.values(content)) note(value, depth + 1);
    }
  };
  return {
    add: note,
    scrub(text) {
      let clean = text;
      for (const answer of answers) {
        if (clean.includes(answer)) clean = clean.replaceAll(answer, MASK);
        const quoted = JSON.stringify(answer).slice(1, -1);
        if (quoted !== answer && clean.includes(quoted)) clean = clean.replaceAll(quoted, MASK);
      }
      return clean;
    },
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Why nobody could be asked: a code of the inbox, and no answer. */
const CANNOT_ASK = "midcall/cannotAsk";

/** The names of the fields that were answered, without what was answered. */
function maskContent(content: unknown, action: unknown): unknown {
  if (!isObject(content)) return content === undefined ? undefined : MASK;
  return Object.fromEntries(
    Object.entries(content)
      .slice(0, 100)
      .map(([name, value]) => [name, name === CANNOT_ASK && action === "cancel" ? value : MASK]),
  );
}

/** What there is to note of an answer: only of an accept is it the person's. */
const contentOf = (answer: unknown): unknown =>
  isObject(answer) && answer["action"] !== "cancel" ? answer["content"] : undefined;

const isAction = (value: unknown): boolean =>
  value === "accept" || value === "decline" || value === "cancel";

/** An elicitation's result, or a round's answers by key. */
function maskAnswer(answer: unknown): unknown {
  // Of a result that wraps another, as some clients send, all goes.
  if (!isObject(answer) || !isAction(answer["action"])) return MASK;
  const { action, content } = answer;
  return { action, ...("content" in answer && { content: maskContent(content, action) }) };
}

/**
 * Takes out of a message what must not be kept: the person's answers, opaque state, and what looks
 * like a secret. Bounded, whatever the message.
 */
export function maskMessage(
  message: unknown,
  direction: "sent" | "received",
  answered: Scrubber,
): MaskedMessage {
  let nodes = 0;
  let cut = false;
  const text = (value: string): string => {
    if (value.length <= LONGEST_TEXT) return answered.scrub(value);
    cut = true;
    // Scrubbed before it is cut, so that no half of an answer stays.
    const head =
      value.length > LONGEST_SCRUBBED ? "" : answered.scrub(value).slice(0, LONGEST_TEXT);
    return `${head}… [${value.length} characters]`;
  };
  const walk = (value: unknown, name: string, secret: boolean, depth: number): unknown => {
    if (++nodes > MOST_NODES || depth > 40) {
      cut = true;
      return "…";
    }
    if (name === "requestState" && typeof value === "string") {
      return `[state of ${value.length} characters]`;
    }
    if (secret && name !== "" && isSecretName(name)) return MASK;
    if (typeof value === "string") {
      return !secret && isSecretName(name) ? MASK : text(value);
    }
    if (typeof value !== "object" || value === null) return value;
    if (direction === "sent" && name === "inputResponses" && isObject(value)) {
      const entries = Object.entries(value).slice(0, 100);
      for (const [, answer] of entries) answered.add(contentOf(answer));
      return Object.fromEntries(entries.map(([key, answer]) => [key, maskAnswer(answer)]));
    }
    const inside = secret || name === "arguments" || name === "env" || name === "headers";
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) {
        if (nodes > MOST_NODES) break;
        items.push(walk(item, "", inside, depth + 1));
      }
      return items;
    }
    const members: [string, unknown][] = [];
    for (const [key, member] of Object.entries(value)) {
      if (nodes > MOST_NODES) break;
      members.push([text(key), walk(member, key, inside, depth + 1)]);
    }
    return Object.fromEntries(members);
  };

  const size = sizeOf(message);
  let shown = message;
  if (direction === "sent" && isObject(message) && isObject(message["result"])) {
    const { result } = message;
    if (typeof result["action"] === "string") {
      answered.add(contentOf(result));
      shown = { ...message, result: maskAnswer(result) };
    }
  }
  const body = JSON.stringify(walk(shown, "", false, 0)) ?? "";
  return body.length > LONGEST_BODY
    ? { body: body.slice(0, LONGEST_BODY), size, cut: true }
    : { body, size, cut };
}

function sizeOf(message: unknown): number {
  try {
    return JSON.stringify(message).length;
  } catch {
    return 0;
  }
}
