import { isObject } from "../../../json.js";
import type { Scrubber } from "../secrets/scrubber.js";
import { isSecretName, MASK } from "../secrets/secret-names.js";

/** A message that is safe to store and to show. */
export interface MaskedMessage {
  readonly body: string;
  /** The length of the original message as JSON, in characters. */
  readonly size: number;
  readonly cut: boolean;
}

const LONGEST_BODY = 16_384;
const LONGEST_TEXT = 4_000;
const MOST_NODES = 3_000;
/** A longer text is replaced by its length. */
const LONGEST_SCRUBBED = 1_000_000;

/** The member of a cancelled answer that says why no user could answer. It is a code, so it is not masked. */
const CANNOT_ASK = "midcall/cannotAsk";

/** The names of the fields, with the values masked. */
function maskContent(content: unknown, action: unknown): unknown {
  if (!isObject(content)) return content === undefined ? undefined : MASK;
  return Object.fromEntries(
    Object.entries(content)
      .slice(0, 100)
      .map(([name, value]) => [name, name === CANNOT_ASK && action === "cancel" ? value : MASK]),
  );
}

/** The content to scrub from later messages. The content of a cancelled answer is not the user's. */
const contentOf = (answer: unknown): unknown =>
  isObject(answer) && answer["action"] !== "cancel" ? answer["content"] : undefined;

const isAction = (value: unknown): boolean =>
  value === "accept" || value === "decline" || value === "cancel";

/** A message that the user has written for a request for sampling. */
const isMessage = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && typeof value["model"] === "string" && "content" in value;

/** The user's answer with its content masked. */
function maskAnswer(answer: unknown): unknown {
  if (isMessage(answer)) return { ...answer, content: MASK };
  // A result that wraps another one, as some clients send, is masked as a whole.
  if (!isObject(answer) || !isAction(answer["action"])) return MASK;
  const { action, content } = answer;
  return { action, ...("content" in answer && { content: maskContent(content, action) }) };
}

/**
 * Masks the user's answers, opaque state and likely secrets in a message. The size of the output is limited.
 *
 * @param scrubber - removes earlier answers from the message; the answers of this message are added to it
 */
export function maskMessage(
  message: unknown,
  direction: "sent" | "received",
  scrubber: Scrubber,
): MaskedMessage {
  let nodes = 0;
  let cut = false;
  const text = (value: string): string => {
    if (value.length <= LONGEST_TEXT) return scrubber.scrub(value);
    cut = true;
    // Scrubbed before it is truncated, so that no part of an answer remains.
    const head =
      value.length > LONGEST_SCRUBBED ? "" : scrubber.scrub(value).slice(0, LONGEST_TEXT);
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
      for (const [, answer] of entries) scrubber.add(contentOf(answer));
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
    if (typeof result["action"] === "string" || isMessage(result)) {
      scrubber.add(contentOf(result));
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
