import { isObject } from "../../json.js";
import type {
  CallKind,
  CallResultView,
  ContentPart,
  MessagePart,
  ResultPart,
} from "./api-types.js";
import { contentPart, jsonPart, note, resourcePart, sizeOf } from "./content-parts.js";
import { optionalText } from "./text.js";

const MOST_PARTS = 50;
const LARGEST_RESULT = 4 * 1024 * 1024;
const TOO_LARGE = "Content that is too large to be shown.";

/** Limits the number and the total size of the parts of one result. */
interface Limit {
  /** The first items, and a note about the others. */
  each<T>(items: unknown, work: (item: unknown) => T): (T | ReturnType<typeof note>)[];
  /** The part, or a note in its place. */
  fit(part: ContentPart): ContentPart;
}

function createLimit(): Limit {
  let size = 0;
  return {
    each(items, work) {
      const list: unknown[] = Array.isArray(items) ? items : [];
      const parts = list.slice(0, MOST_PARTS).map(work);
      const more = list.length - parts.length;
      return more > 0 ? [...parts, note(`${more} more parts are not shown.`)] : parts;
    },
    fit(part) {
      size += sizeOf(part);
      return size > LARGEST_RESULT ? note(TOO_LARGE) : part;
    },
  };
}

function messagePart(message: unknown, limit: Limit): MessagePart {
  const { role, content } = isObject(message) ? message : { role: "user", content: undefined };
  return {
    type: "message",
    role: role === "assistant" ? "assistant" : "user",
    parts: limit.each([content].flat(), (block) => limit.fit(contentPart(block))),
  };
}

/** The messages of a prompt, or of a request for sampling, for the page; limited in size. */
export function toMessageParts(messages: unknown): MessagePart[] {
  const limit = createLimit();
  const list: unknown[] = Array.isArray(messages) ? messages : [];
  const parts = list.slice(0, MOST_PARTS).map((message) => messagePart(message, limit));
  const more = list.length - parts.length;
  if (more > 0) {
    parts.push({
      type: "message",
      role: "user",
      parts: [note(`${more} more messages are not shown.`)],
    });
  }
  return parts;
}

/** The result of a call for the page; limited in size, because it is untrusted. */
export function toResultView(result: unknown, kind: CallKind = "tool"): CallResultView {
  const given: Readonly<Record<string, unknown>> = isObject(result) ? result : {};
  if (kind === "prompt") {
    return {
      parts: toMessageParts(given["messages"]),
      description: optionalText(given["description"], 4_000, true),
    };
  }
  const limit = createLimit();
  const toPart = kind === "resource" ? resourcePart : contentPart;
  const items = given[kind === "resource" ? "contents" : "content"];
  const parts: ResultPart[] = limit.each(items, (item) => limit.fit(toPart(item)));
  if (kind === "tool" && given["structuredContent"] !== undefined) {
    parts.push(limit.fit(jsonPart(given["structuredContent"])));
  }
  return { parts };
}
