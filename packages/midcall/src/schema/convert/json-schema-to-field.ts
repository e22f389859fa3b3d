import { ownValue } from "./json-copy.js";
import type { JsonObject } from "./json-copy.js";
import type { EnumOption, JsonSchemaDocument } from "./json-schema-document.js";
import { keepPattern, takesUtcOnly } from "./known-patterns.js";
import type { FieldSchema, TextFormat } from "../requested-schema.js";
import type { SchemaIssue } from "../parse/schema-error.js";
import { FORMATS } from "../validate/formats.js";

const NOT_A_FIELD: Readonly<Record<string, string>> = {
  object: "is an object: move its fields to the top level of the form.",
  array: "is a list of free values: use an enum, or ask for one string and split it.",
  null: "can only be null: remove it.",
  file: "is a file: ask for its URL or its text, or use URL mode to upload it.",
};

/**
 * Converts the properties of a JSON Schema into fields of a form, and collects the reasons for those that cannot be
 * one.
 */
export class FieldConverter {
  readonly issues: SchemaIssue[] = [];
  /** Names of the date-time fields that must be in UTC. */
  readonly utcFields: string[] = [];
  readonly #document: JsonSchemaDocument;

  constructor(document: JsonSchemaDocument) {
    this.#document = document;
  }

  /** Reports keywords that allow an object more than its named properties. */
  rejectOpenObject(node: JsonObject): void {
    if (ownValue(node, "patternProperties") !== undefined) {
      this.#report(
        "",
        "patternProperties",
        "A form cannot have patternProperties: name every field.",
      );
    }
  }

  /** Converts one property; returns `undefined`, with an issue, if it cannot be a field. */
  convert(
    given: unknown,
    name: string,
    required: boolean,
    isRoot = false,
  ): FieldSchema | undefined {
    const path = isRoot ? "" : name;
    const { node, nullable } = this.#document.withoutNull(this.#document.flatten(given));
    let options = this.#document.optionsOf(node);
    const nullOption = options?.some(({ value }) => value === null) ?? false;
    if ((nullable || nullOption) && required) {
      return this.#report(path, "null", "can be null, which a form cannot send: make it optional.");
    }
    options = options?.filter(({ value }) => value !== null);
    const texts: JsonObject = {};
    for (const key of ["title", "description", "default"]) {
      const value = ownValue(node, key);
      if (value !== undefined && value !== null) texts[key] = value;
    }
    const body = options?.length ? this.#choice(options, path) : this.#plain(node, path, name);
    return body && ({ ...body, ...texts } as unknown as FieldSchema);
  }

  #choice(options: readonly EnumOption[], path: string): JsonObject | undefined {
    const kinds = new Set(options.map(({ value }) => typeof value));
    if (kinds.size === 1 && kinds.has("string"))
      return { type: "string", ...enumKeywords(options, "oneOf") };
    if (kinds.size === 1 && kinds.has("number"))
      return { type: "number", ...enumKeywords(options, "oneOf") };
    if (kinds.size === 1 && kinds.has("boolean")) return { type: "boolean" };
    return this.#report(path, "enum", "mixes types of values: make every option a string.");
  }

  #plain(node: JsonObject, path: string, name: string): JsonObject | undefined {
    const type = ownValue(node, "type");
    if (type === "string") {
      return [ownValue(node, "format"), ownValue(node, "contentEncoding")].includes("binary")
        ? this.#report(path, "file", NOT_A_FIELD["file"]!)
        : this.#text(node, name);
    }
    if (type === "number" || type === "integer") return { type, ...range(node, type) };
    if (type === "boolean") return { type };
    if (type === "array") return this.#list(node, path);
    if (typeof type === "string" && Object.hasOwn(NOT_A_FIELD, type))
      return this.#report(path, type, NOT_A_FIELD[type]!);
    if (ownValue(node, "properties") !== undefined)
      return this.#report(path, "object", NOT_A_FIELD["object"]!);
    if (
      Array.isArray(type) ||
      ownValue(node, "anyOf") !== undefined ||
      ownValue(node, "oneOf") !== undefined
    ) {
      return this.#report(
        path,
        "union",
        "has more than one type: use one type, or a string and parse it.",
      );
    }
    return this.#report(
      path,
      "type",
      "has no type that a form supports: use a string, number, boolean or enum; for a date, transform an ISO date string.",
    );
  }

  /** A list of values to choose from. */
  #list(node: JsonObject, path: string): JsonObject | undefined {
    const options = this.#document.optionsOf(ownValue(node, "items"));
    if (ownValue(node, "prefixItems") !== undefined || !options?.length)
      return this.#report(path, "array", NOT_A_FIELD["array"]!);
    if (options.some(({ value }) => typeof value !== "string")) {
      return this.#report(
        path,
        "array",
        "has options that are not strings: make every option a string.",
      );
    }
    const keywords = enumKeywords(options, "anyOf");
    return {
      type: "array",
      items: keywords["enum"] ? { type: "string", ...keywords } : keywords,
      ...pick(node, ["minItems", "maxItems", "uniqueItems"]),
    };
  }

  #text(node: JsonObject, name: string): JsonObject {
    const result: JsonObject = { type: "string", ...pick(node, ["minLength", "maxLength"]) };
    const format = ownValue(node, "format");
    if (typeof format === "string" && Object.hasOwn(FORMATS, format)) result["format"] = format;
    const pattern = ownValue(node, "pattern");
    if (typeof pattern === "string") {
      if (format === "date-time" && takesUtcOnly(pattern)) this.utcFields.push(name);
      else if (keepPattern(pattern, result["format"] as TextFormat | undefined))
        result["pattern"] = pattern;
    }
    return result;
  }

  #report(path: string, code: string, message: string): undefined {
    this.issues.push({ path, code, message });
    return undefined;
  }
}

/** The keywords of that name that the node has. */
function pick(node: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key) => (ownValue(node, key) === undefined ? [] : [[key, node[key]]])),
  );
}

function enumKeywords(options: readonly EnumOption[], titledKey: "oneOf" | "anyOf"): JsonObject {
  const unique = [...new Map(options.map((option) => [option.value, option])).values()];
  if (!unique.some(({ title }) => title !== undefined))
    return { enum: unique.map(({ value }) => value) };
  return {
    [titledKey]: unique.map(({ value, title }) => ({
      const: value,
      title: title ?? String(value),
    })),
  };
}

/** The bounds of a number, without those a library adds to mean "a safe integer" or "a double". */
function range(node: JsonObject, type: "number" | "integer"): JsonObject {
  const step = type === "integer" ? 1 : 0;
  const bound = (key: string, shift: number): number | undefined => {
    const value = ownValue(node, key);
    return typeof value === "number" && Math.abs(value) < Number.MAX_SAFE_INTEGER
      ? value + shift
      : undefined;
  };
  const lowest = [bound("minimum", 0), bound("exclusiveMinimum", step)].filter(
    (value) => value !== undefined,
  );
  const highest = [bound("maximum", 0), bound("exclusiveMaximum", -step)].filter(
    (value) => value !== undefined,
  );
  return {
    ...(lowest.length > 0 && { minimum: Math.max(...lowest) }),
    ...(highest.length > 0 && { maximum: Math.min(...highest) }),
  };
}
