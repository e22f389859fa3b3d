import { isObject } from "../../json.js";
import { isDeeperThan } from "../../nesting.js";
import type {
  BlobPart,
  ContentPart,
  MediaPart,
  NotePart,
  ResourceLinkPart,
  ResourcePart,
  TextPart,
} from "./api-types.js";
import { optionalText, shownText } from "./text.js";

const LONGEST_TEXT = 256 * 1024;
const LARGEST_MEDIA = 2 * 1024 * 1024;
const LONGEST_URI = 2_000;
const LONGEST_TYPE = 100;
/** Indentation makes the text grow with every level. */
const MOST_LEVELS = 200;
/** Types that every browser shows and that cannot contain scripts. */
const IMAGES = /^image\/(?:png|jpeg|gif|webp)$/;
const AUDIO = /^audio\/(?:wav|wave|x-wav|mpeg|mp3|mp4|aac|ogg|opus|flac|webm)$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

type Block = Readonly<Record<string, unknown>>;
const textOf = (block: Block, name: string): string => {
  const value = block[name];
  return typeof value === "string" ? value : "";
};

/** What is shown in place of content that cannot be shown. */
export const note = (text: string): NotePart => ({ type: "note", text });

export function textPart(text: string, type: TextPart["type"] = "text"): TextPart {
  return { type, text: text.slice(0, LONGEST_TEXT), cut: text.length > LONGEST_TEXT };
}

export function jsonPart(value: unknown): TextPart | NotePart {
  return isDeeperThan(MOST_LEVELS, value)
    ? note("Structured content that is nested too deeply to be shown.")
    : textPart(JSON.stringify(value, undefined, 2), "json");
}

const typeOf = (mimeType: string): string =>
  shownText(mimeType.toLowerCase().split(";")[0]!.trim(), LONGEST_TYPE);

function mediaPart(type: MediaPart["type"], block: Block): MediaPart | NotePart {
  const what = type === "image" ? "An image" : "Audio";
  const verb = type === "image" ? "shown" : "played";
  const data = textOf(block, "data");
  const mimeType = typeOf(textOf(block, "mimeType"));
  const isKnown = (type === "image" ? IMAGES : AUDIO).test(mimeType);
  if (!isKnown)
    return note(`${what} of type ${mimeType || "unknown"}, which cannot be ${verb} here.`);
  if (data.length > LARGEST_MEDIA)
    return note(`${what} that is too large to be ${verb} (${data.length} characters).`);
  if (data === "" || !BASE64.test(data))
    return note(`${what} that cannot be ${verb}, because it is not valid base64.`);
  return { type, mimeType, data };
}

function blobPart(mimeType: string, data: string): MediaPart | BlobPart | NotePart {
  if (IMAGES.test(mimeType)) return mediaPart("image", { mimeType, data });
  if (AUDIO.test(mimeType)) return mediaPart("audio", { mimeType, data });
  if (data.length > LARGEST_MEDIA)
    return note(`Binary content that is too large (${data.length} characters).`);
  if (!BASE64.test(data)) return note("Binary content that is not valid base64.");
  const padding = /=*$/.exec(data)![0].length;
  const size = Math.floor((data.length * 3) / 4) - padding;
  return { type: "blob", mimeType: mimeType || "application/octet-stream", data, size };
}

/** The content of a resource: embedded in a result, or read. */
export function resourcePart(resource: unknown): ResourcePart | NotePart {
  if (!isObject(resource)) return note("Invalid content.");
  const mimeType = typeOf(textOf(resource, "mimeType"));
  const { blob, text } = resource;
  return {
    type: "resource",
    uri: shownText(resource["uri"], LONGEST_URI),
    mimeType: mimeType || undefined,
    content:
      typeof text === "string"
        ? textPart(text)
        : typeof blob === "string"
          ? blobPart(mimeType, blob)
          : note("A resource without content."),
  };
}

function linkPart(block: Block): ResourceLinkPart | NotePart {
  const { uri, title, name, description, size } = block;
  if (typeof uri !== "string" || uri === "" || uri.length > LONGEST_URI)
    return note("An invalid link to a resource.");
  return {
    type: "link",
    // As it is, because it is sent to the server when the resource is read.
    uri,
    title: shownText(title, 200) || shownText(name, 200) || shownText(uri, 200),
    description: shownText(description, 2_000, true),
    mimeType: optionalText(block["mimeType"], LONGEST_TYPE),
    size: typeof size === "number" && size >= 0 ? size : undefined,
  };
}

/** A content block of a server for the page; untrusted. */
export function contentPart(block: unknown): ContentPart {
  if (!isObject(block)) return note("Invalid content.");
  switch (block["type"]) {
    case "text":
      return textPart(textOf(block, "text"));
    case "image":
    case "audio":
      return mediaPart(block["type"], block);
    case "resource":
      return resourcePart(block["resource"]);
    case "resource_link":
      return linkPart(block);
    default:
      return jsonPart(block);
  }
}

/** The size of a part, in characters. */
export function sizeOf(part: ContentPart): number {
  switch (part.type) {
    case "text":
    case "json":
    case "note":
      return part.text.length;
    case "resource":
      return part.uri.length + sizeOf(part.content);
    case "link":
      return part.uri.length + part.description.length;
    default:
      return part.data.length;
  }
}
