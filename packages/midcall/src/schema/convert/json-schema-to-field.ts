import { isObject } from "../../internal/is-object.js";
import { ownValue } from "./json-copy.js";
import type { JsonObject } from "./json-copy.js";
import { keepPattern, takesUtcOnly } from "./known-patterns.js";
import type { FieldSchema, TextFormat } from "../requested-schema.js";
import type { SchemaIssue } from "../parse/schema-error.js";
import { FORMATS } from "../validate/formats.js";

/** One run over the JSON Schema a library gave. */
export interface Conversion {
  readonly issues: SchemaIssue[];
  readonly utcFields: string[];
  /** Follows local references and gives a node without them at its top. */
  resolve(node: unknown): JsonObject;
  /** Reports what makes an object more than its named properties. */
  rejectOpenObject(node: JsonObject): void;
  /** One property as a field, or nothing with an issue. */
  field(node: unknown, name: string, required: boolean, root?: boolean): FieldSchema | undefined;
}

interface Option {
  readonly value: unknown;
  readonly title?: string;
}

const MAX_HOPS = 16;

const NOT_A_FIELD: Readonly<Record<string, string>> = {
  object: "is an object: lift its fields to the top level of the form.",
  array:
    "is a list of free values: offer a list of options (an enum) to choose from, or ask for one text and split it.",
  null: "can only be null: leave it out.",
  file: "is a file: ask for its address or its text, or have it uploaded on a page (URL mode).",
};

export function jsonSchemaToField(root: JsonObject): Conversion {
  const issues: SchemaIssue[] = [];
  const utcFields: string[] = [];
  const report = (path: string, code: string, message: string): undefined => {
    issues.push({ path, code, message });
    return undefined;
  };

  const resolve = (given: unknown, hops = 0): JsonObject => {
    if (!isObject(given)) return {};
    const ref = ownValue(given, "$ref");
    if (typeof ref !== "string" || hops > MAX_HOPS) return given;
    let target: unknown = ref.startsWith("#") ? root : undefined;
    for (const key of ref.slice(1).split("/").slice(1)) {
      let name = key;
      try {
        name = decodeURIComponent(key);
      } catch {
        // Not percent-encoded after all.
      }
      target = isObject(target)
        ? ownValue(target, name.replaceAll("~1", "/").replaceAll("~0", "~"))
        : undefined;
    }
    const { $ref: _, ...beside } = given;
    return { ...resolve(target, hops + 1), ...beside };
  };

  /** A node whose `allOf` is folded in: the first word on each keyword wins, the rest holds on return. */
  const flatten = (given: unknown, depth = 0): JsonObject => {
    const node = resolve(given);
    const parts = ownValue(node, "allOf");
    if (!Array.isArray(parts) || depth > MAX_HOPS) return node;
    return parts.reduce<JsonObject>((all, part) => ({ ...flatten(part, depth + 1), ...all }), node);
  };

  /** The values of an enum in any shape, or nothing if the node is something else. */
  const optionsOf = (given: unknown, depth = 0): Option[] | undefined => {
    const node = flatten(given);
    const title = ownValue(node, "title") ?? ownValue(node, "description");
    if (Object.hasOwn(node, "const")) {
      return [{ value: node["const"], ...(typeof title === "string" && { title }) }];
    }
    const list = ownValue(node, "enum");
    if (Array.isArray(list)) return list.map((value) => ({ value }));
    if (ownValue(node, "type") === "null") return [{ value: null }];
    const union = ownValue(node, "anyOf") ?? ownValue(node, "oneOf");
    if (!Array.isArray(union) || depth > MAX_HOPS) return undefined;
    const options: Option[] = [];
    for (const member of union) {
      const found = optionsOf(member, depth + 1);
      if (!found) return undefined;
      options.push(...found);
    }
    return options;
  };

  const enumKeywords = (options: readonly Option[], titledKey: "oneOf" | "anyOf"): JsonObject => {
    const unique = [...new Map(options.map((option) => [option.value, option])).values()];
    if (!unique.some(({ title }) => title !== undefined))
      return { enum: unique.map(({ value }) => value) };
    return {
      [titledKey]: unique.map(({ value, title }) => ({
        const: value,
        title: title ?? String(value),
      })),
    };
  };

  /** Takes "or null" off a node. */
  const withoutNull = (node: JsonObject): { node: JsonObject; nullable: boolean } => {
    const type = ownValue(node, "type");
    if (Array.isArray(type) && type.includes("null")) {
      const rest = type.filter((item) => item !== "null");
      return { node: { ...node, type: rest.length === 1 ? rest[0] : rest }, nullable: true };
    }
    for (const key of ["anyOf", "oneOf"]) {
      const union = ownValue(node, key);
      if (!Array.isArray(union)) continue;
      const rest = union.filter((member) => ownValue(flatten(member), "type") !== "null");
      if (rest.length === union.length) continue;
      const { [key]: _, ...beside } = node;
      if (rest.length === 1) return { node: { ...flatten(rest[0]), ...beside }, nullable: true };
      return { node: { ...beside, [key]: rest }, nullable: true };
    }
    return { node, nullable: false };
  };

  const field: Conversion["field"] = (given, name, required, isRoot = false) => {
    const path = isRoot ? "" : name;
    const { node, nullable } = withoutNull(flatten(given));
    let options = optionsOf(node);
    const nullOption = options?.some(({ value }) => value === null) ?? false;
    if ((nullable || nullOption) && required) {
      return report(
        path,
        "null",
        "can be null, which a form cannot send: make it optional instead.",
      );
    }
    options = options?.filter(({ value }) => value !== null);
    const texts: JsonObject = {};
    for (const key of ["title", "description", "default"]) {
      const value = ownValue(node, key);
      if (value !== undefined && value !== null) texts[key] = value;
    }
    const body = options?.length ? choice(options, path) : plain(node, path, name);
    return body && ({ ...body, ...texts } as unknown as FieldSchema);
  };

  const choice = (options: readonly Option[], path: string): JsonObject | undefined => {
    const kinds = new Set(options.map(({ value }) => typeof value));
    if (kinds.size === 1 && kinds.has("string"))
      return { type: "string", ...enumKeywords(options, "oneOf") };
    if (kinds.size === 1 && kinds.has("number"))
      return { type: "number", ...enumKeywords(options, "oneOf") };
    if (kinds.size === 1 && kinds.has("boolean")) return { type: "boolean" };
    return report(path, "enum", "mixes kinds of values: make every option a string.");
  };

  const plain = (node: JsonObject, path: string, name: string): JsonObject | undefined => {
    const type = ownValue(node, "type");
    if (type === "string") {
      return [ownValue(node, "format"), ownValue(node, "contentEncoding")].includes("binary")
        ? report(path, "file", NOT_A_FIELD["file"]!)
        : text(node, name);
    }
    if (type === "number" || type === "integer") return { type, ...range(node, type) };
    if (type === "boolean") return { type };
    if (type === "array") {
      const options = optionsOf(ownValue(node, "items"));
      if (ownValue(node, "prefixItems") !== undefined || !options?.length)
        return report(path, "array", NOT_A_FIELD["array"]!);
      if (options.some(({ value }) => typeof value !== "string")) {
        return report(
          path,
          "array",
          "is a choice among values that are not strings: make every option a string.",
        );
      }
      const keywords = enumKeywords(options, "anyOf");
      const counts: JsonObject = {};
      for (const key of ["minItems", "maxItems", "uniqueItems"]) {
        if (ownValue(node, key) !== undefined) counts[key] = node[key];
      }
      return {
        type,
        items: keywords["enum"] ? { type: "string", ...keywords } : keywords,
        ...counts,
      };
    }
    if (typeof type === "string" && Object.hasOwn(NOT_A_FIELD, type))
      return report(path, type, NOT_A_FIELD[type]!);
    if (ownValue(node, "properties") !== undefined)
      return report(path, "object", NOT_A_FIELD["object"]!);
    if (
      Array.isArray(type) ||
      ownValue(node, "anyOf") !== undefined ||
      ownValue(node, "oneOf") !== undefined
    ) {
      return report(
        path,
        "union",
        "can be of more than one type: ask for one type, or for a text and parse it.",
      );
    }
    return report(
      path,
      "type",
      "has no type a form knows: use a text, number, boolean or enum; for a date, take an ISO date as text and transform it.",
    );
  };

  const text = (node: JsonObject, name: string): JsonObject => {
    const result: JsonObject = { type: "string" };
    for (const key of ["minLength", "maxLength"]) {
      if (ownValue(node, key) !== undefined) result[key] = node[key];
    }
    const format = ownValue(node, "format");
    if (typeof format === "string" && Object.hasOwn(FORMATS, format)) result["format"] = format;
    const pattern = ownValue(node, "pattern");
    if (typeof pattern === "string") {
      if (format === "date-time" && takesUtcOnly(pattern)) utcFields.push(name);
      else if (keepPattern(pattern, result["format"] as TextFormat | undefined))
        result["pattern"] = pattern;
    }
    return result;
  };

  return {
    issues,
    utcFields,
    resolve,
    field,
    rejectOpenObject(node) {
      if (ownValue(node, "patternProperties") !== undefined) {
        report(
          "",
          "patternProperties",
          "Properties named by a pattern have no place in a form: name every field.",
        );
      }
    },
  };
}

/** Bounds; those a library adds to say "a safe integer" or "a double" are no help to a person. */
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
