import { isDeeperThan } from "../../nesting.js";
import type { CallResultView, ResultPart } from "./api-types.js";

const MOST_PARTS = 50;
const LONGEST_TEXT = 256 * 1024;
const LARGEST_IMAGE = 2 * 1024 * 1024;
const LARGEST_RESULT = 4 * 1024 * 1024;
/** Each level indents all that is in it. */
const MOST_LEVELS = 200;
/** What every browser draws without running anything. */
const IMAGES = /^image\/(?:png|jpeg|gif|webp)$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

type Part = Record<string, unknown>;
const isObject = (value: unknown): value is Part => typeof value === "object" && value !== null;
const textOf = (part: Part, name: string): string => {
  const value = part[name];
  return typeof value === "string" ? value : "";
};

function textPart(text: string, type: "text" | "json" = "text"): ResultPart {
  return { type, text: text.slice(0, LONGEST_TEXT), cut: text.length > LONGEST_TEXT };
}

function jsonPart(value: unknown): ResultPart {
  return isDeeperThan(MOST_LEVELS, value)
    ? note("A structured part that is nested too deep to show.")
    : textPart(JSON.stringify(value, undefined, 2), "json");
}

function imagePart(part: Part): ResultPart {
  const data = textOf(part, "data");
  const mimeType = textOf(part, "mimeType").toLowerCase();
  const kind = mimeType.slice(0, 60) || "unknown";
  if (!IMAGES.test(mimeType)) return note(`An image of type ${kind}, which is not shown here.`);
  if (data.length > LARGEST_IMAGE) return note(`An image of ${data.length} characters: too large.`);
  if (!BASE64.test(data)) return note("An image that cannot be read: it is no base64.");
  return { type: "image", mimeType, data };
}

const note = (text: string): ResultPart => ({ type: "note", text });

function resourceParts(part: Part): ResultPart[] {
  const resource = isObject(part["resource"]) ? part["resource"] : {};
  const text = textOf(resource, "text");
  const uri = textOf(resource, "uri").slice(0, 500);
  return text !== ""
    ? [note(`A resource: ${uri}`), textPart(text)]
    : [note(`A resource that is not text: ${uri}`)];
}

function linkPart(part: Part): ResultPart {
  const name = (textOf(part, "title") || textOf(part, "name")).slice(0, 200);
  return note(`A link to a resource, “${name}”: ${textOf(part, "uri").slice(0, 500)}`);
}

function partsOf(part: unknown): ResultPart[] {
  if (!isObject(part)) return [note("A part that cannot be read.")];
  switch (part["type"]) {
    case "text":
      return [textPart(textOf(part, "text"))];
    case "image":
      return [imagePart(part)];
    case "audio":
      return [note(`Sound (${textOf(part, "mimeType").slice(0, 60) || "unknown type"}).`)];
    case "resource":
      return resourceParts(part);
    case "resource_link":
      return [linkPart(part)];
    default:
      return [jsonPart(part)];
  }
}

/** A tool's result, read without trust and bounded. */
export function toResultView(result: unknown): CallResultView {
  const given = isObject(result) && Array.isArray(result["content"]) ? result["content"] : [];
  const parts: ResultPart[] = [];
  let size = 0;
  const add = (part: ResultPart): void => {
    size += "text" in part ? part.text.length : part.data.length;
    parts.push(size > LARGEST_RESULT ? note("A part that is too large to keep.") : part);
  };
  for (const part of given.slice(0, MOST_PARTS).flatMap(partsOf)) add(part);
  if (given.length > MOST_PARTS) parts.push(note(`${given.length - MOST_PARTS} more parts.`));
  if (isObject(result) && isObject(result["structuredContent"])) {
    add(jsonPart(result["structuredContent"]));
  }
  return { parts };
}
