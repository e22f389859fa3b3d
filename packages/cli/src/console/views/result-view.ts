import { isObject } from "../../json.js";
import { isDeeperThan } from "../../nesting.js";
import type { CallResultView, ResultPart } from "./api-types.js";

const MOST_PARTS = 50;
const LONGEST_TEXT = 256 * 1024;
const LARGEST_IMAGE = 2 * 1024 * 1024;
const LARGEST_RESULT = 4 * 1024 * 1024;
/** Indentation makes the text grow with every level. */
const MOST_LEVELS = 200;
/** Types that every browser shows and that cannot contain scripts. */
const IMAGES = /^image\/(?:png|jpeg|gif|webp)$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

type Part = Record<string, unknown>;
const textOf = (part: Part, name: string): string => {
  const value = part[name];
  return typeof value === "string" ? value : "";
};

function textPart(text: string, type: "text" | "json" = "text"): ResultPart {
  return { type, text: text.slice(0, LONGEST_TEXT), cut: text.length > LONGEST_TEXT };
}

function jsonPart(value: unknown): ResultPart {
  return isDeeperThan(MOST_LEVELS, value)
    ? note("Structured content that is nested too deeply to be shown.")
    : textPart(JSON.stringify(value, undefined, 2), "json");
}

function imagePart(part: Part): ResultPart {
  const data = textOf(part, "data");
  const mimeType = textOf(part, "mimeType").toLowerCase();
  const kind = mimeType.slice(0, 60) || "unknown";
  if (!IMAGES.test(mimeType)) return note(`An image of type ${kind}, which cannot be shown here.`);
  if (data.length > LARGEST_IMAGE)
    return note(`An image that is too large to be shown (${data.length} characters).`);
  if (!BASE64.test(data))
    return note("An image that cannot be shown, because it is not valid base64.");
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
  if (!isObject(part)) return [note("Invalid content.")];
  switch (part["type"]) {
    case "text":
      return [textPart(textOf(part, "text"))];
    case "image":
      return [imagePart(part)];
    case "audio":
      return [note(`Audio (${textOf(part, "mimeType").slice(0, 60) || "unknown type"}).`)];
    case "resource":
      return resourceParts(part);
    case "resource_link":
      return [linkPart(part)];
    default:
      return [jsonPart(part)];
  }
}

/** A tool's result for the page; limited in size, because it is untrusted. */
export function toResultView(result: unknown): CallResultView {
  const given = isObject(result) && Array.isArray(result["content"]) ? result["content"] : [];
  const parts: ResultPart[] = [];
  let size = 0;
  const add = (part: ResultPart): void => {
    size += "text" in part ? part.text.length : part.data.length;
    parts.push(size > LARGEST_RESULT ? note("Content that is too large to be shown.") : part);
  };
  for (const part of given.slice(0, MOST_PARTS).flatMap(partsOf)) add(part);
  if (given.length > MOST_PARTS)
    parts.push(note(`${given.length - MOST_PARTS} more parts are not shown.`));
  if (isObject(result) && isObject(result["structuredContent"])) {
    add(jsonPart(result["structuredContent"]));
  }
  return { parts };
}
