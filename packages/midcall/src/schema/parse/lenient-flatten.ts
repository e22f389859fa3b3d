import { isObject } from "../../internal/is-object.js";
import { ownValue, pointer, setOwn } from "../convert/json-copy.js";
import type { JsonObject } from "../convert/json-copy.js";
import { isNullSchema, readOptions } from "./lenient-options.js";
import { BOUNDS, EMPTY_NODE, mergeNodes } from "./lenient-node.js";
import type { BoundName, NodeOption, SchemaNode } from "./lenient-node.js";
import type { Notes } from "./lenient-notes.js";
import { inShort, Unshown } from "./unshown.js";

/** Why a list is none of a form's. */
export const noChoices = (): Unshown =>
  new Unshown("items", "It is a list without choices, and a form has only lists of choices.");

/** How far references and parts are followed, one inside another. */
const MAX_DEPTH = 32;

/** Keywords that are read here; all others stay as they are. */
const READ: ReadonlySet<string> = new Set([
  ..."$ref type title description default required format pattern uniqueItems items".split(" "),
  ..."allOf anyOf oneOf enum enumNames x-enumNames const".split(" "),
  ...BOUNDS,
]);

const COUNTS: ReadonlySet<string> = new Set(["minLength", "maxLength", "minItems", "maxItems"]);

/** Reads the nodes of one foreign schema. */
export class Flattener {
  readonly #root: JsonObject;
  readonly #notes: Notes;
  /** What references lead to: read once, so that no schema grows by being referred to. */
  readonly #known = new Map<string, SchemaNode>();
  /** The references that are being followed. */
  readonly #open = new Set<string>();

  constructor(root: JsonObject, notes: Notes) {
    this.#root = root;
    this.#notes = notes;
  }

  /**
   * A node with its references, parts and alternatives resolved.
   *
   * @throws {@link Unshown} if a form cannot show all that it says
   */
  flatten(given: unknown, path: string, depth = 0): SchemaNode {
    if (depth > MAX_DEPTH)
      throw new Unshown(
        "$ref",
        `It is nested more than ${MAX_DEPTH} levels deep, with its references.`,
      );
    if (!isObject(given)) throw new Unshown("shape", "It is not described by an object.");
    const keywords = withoutNulls(given);
    let node = this.#ownKeywords(keywords, path, depth);
    if (Object.keys(keywords).length < Object.keys(given).length) node = { ...node, merged: true };
    for (const part of this.#parts(keywords, path, depth)) node = mergeNodes(node, part);
    return node;
  }

  /** What `$ref`, `allOf`, `anyOf` and `oneOf` add. */
  *#parts(node: JsonObject, path: string, depth: number): Generator<SchemaNode> {
    for (const key of ["$dynamicRef", "$recursiveRef"])
      if (ownValue(node, key) !== undefined)
        throw new Unshown(key, `It has ${key}, and this host follows only $ref.`);
    const ref = ownValue(node, "$ref");
    if (ref !== undefined) yield this.#follow(ref, depth);
    const all = ownValue(node, "allOf");
    if (all !== undefined) {
      if (!Array.isArray(all)) throw new Unshown("allOf", "Its allOf is not a list.");
      for (const [index, part] of all.entries())
        yield { ...this.flatten(part, `${path}/allOf/${index}`, depth + 1), merged: true };
    }
    for (const key of ["anyOf", "oneOf"]) {
      const list = ownValue(node, key);
      if (list !== undefined) yield this.#alternatives(key, list, `${path}/${key}`, depth);
    }
  }

  /** One of several: the options of a choice, or one shape and null. */
  #alternatives(key: string, list: unknown, path: string, depth: number): SchemaNode {
    if (!Array.isArray(list)) throw new Unshown(key, `Its ${key} is not a list.`);
    const members = list.flatMap((member: unknown, index) => {
      if (isNullSchema(member)) return [];
      const node = this.flatten(member, `${path}/${index}`, depth + 1);
      // A part that can only be null, by way of a reference.
      return node.types?.length === 0 && !node.options ? [] : [{ node, member, index }];
    });
    const [first, ...others] = members;
    if (!first) throw new Unshown(key, `Its ${key} offers nothing but null.`);
    const isChoice = members.every(({ node }) => node.options);
    const single = others.length === 0;
    if (single && !(isChoice && first.node.options!.key === "const"))
      return { ...first.node, merged: true };
    if (!isChoice)
      throw new Unshown(key, `Its ${key} offers several shapes, and a field of a form has one.`);
    // Each value once: lists that contain each other would grow without an end.
    const options = new Map<unknown, NodeOption>();
    for (const { node, index } of members) {
      const { list: values } = node.options!;
      // The texts of an alternative are those of its only option.
      const only = values.length === 1 && values[0]!.title === undefined;
      for (const option of values) {
        const at = values.length > 1 ? option.path : `${path}/${index}`;
        if (options.has(option.value)) this.#notes.ignored(at, key);
        else
          options.set(option.value, {
            ...option,
            ...(only && titleOf(node, option.value)),
            path: at,
          });
      }
    }
    const shallow = members.every(
      ({ member }) => isObject(member) && ownValue(member, "const") !== undefined,
    );
    return {
      ...EMPTY_NODE,
      options: { key, list: [...options.values()] },
      ...((!shallow || members.length < list.length) && { merged: true as const }),
    };
  }

  #follow(ref: unknown, depth: number): SchemaNode {
    if (typeof ref !== "string") throw new Unshown("$ref", "Its $ref is not a text.");
    const known = this.#known.get(ref);
    if (known) return known;
    if (!/^#(\/|$)/.test(ref))
      throw new Unshown(
        "$ref",
        `It refers to ${inShort(ref)}, and this host follows only references within the schema (#/…).`,
      );
    if (this.#open.has(ref) || ref === "#")
      throw new Unshown("$ref", `Its reference to ${inShort(ref)} leads back to itself.`);
    const target = resolvePointer(this.#root, ref.slice(1));
    if (target === undefined)
      throw new Unshown("$ref", `It refers to ${inShort(ref)}, which is not in the schema.`);
    this.#open.add(ref);
    try {
      const node = { ...this.flatten(target, ref.slice(1), depth + 1), merged: true as const };
      this.#known.set(ref, node);
      return node;
    } finally {
      this.#open.delete(ref);
    }
  }

  /** The keywords of the node itself; those with an invalid value are noted and left out. */
  #ownKeywords(node: JsonObject, path: string, depth: number): SchemaNode {
    const found: { -readonly [K in keyof SchemaNode]: SchemaNode[K] } = {
      patterns: [],
      bounds: {},
      rest: {},
    };
    const ignore = (key: string): void => this.#notes.ignored(pointer(path, key), key);
    for (const [key, value] of Object.entries(node))
      if (!READ.has(key)) setOwn(found.rest, key, value);
    for (const key of ["title", "description"] as const) {
      const value = ownValue(node, key);
      if (typeof value === "string") found[key] = value;
      else if (value !== undefined) ignore(key);
    }
    const types = readTypes(ownValue(node, "type"));
    if (types) found.types = types;
    const preset = ownValue(node, "default");
    if (preset !== undefined) found.default = preset;
    const required = ownValue(node, "required");
    if (required === true) found.required = true;
    else if (required !== undefined && required !== false && !Array.isArray(required))
      ignore("required");
    const format = ownValue(node, "format");
    if (typeof format === "string") found.format = format;
    else if (format !== undefined) ignore("format");
    const pattern = ownValue(node, "pattern");
    if (typeof pattern === "string") found.patterns = [pattern];
    else if (pattern !== undefined) ignore("pattern");
    found.bounds = this.#bounds(node, ignore);
    const unique = ownValue(node, "uniqueItems");
    if (typeof unique === "boolean") found.uniqueItems = unique;
    else if (unique !== undefined) ignore("uniqueItems");
    const items = ownValue(node, "items");
    if (items !== undefined && found.types?.includes("array"))
      found.items = this.#items(items, pointer(path, "items"), depth);
    if (found.items?.merged) found.merged = true;
    for (const options of readOptions(node, path, this.#notes)) {
      const both = mergeNodes({ ...EMPTY_NODE, options }, found);
      if (both.options) found.options = both.options;
    }
    return found;
  }

  #items(items: unknown, path: string, depth: number): SchemaNode {
    try {
      return this.flatten(items, path, depth + 1);
    } catch (error) {
      if (!(error instanceof Unshown) || error.code === "shape") throw noChoices();
      throw new Unshown("items", `Of its items: ${error.message}`);
    }
  }

  #bounds(node: JsonObject, ignore: (key: string) => void): SchemaNode["bounds"] {
    const bounds: Partial<Record<BoundName, number>> = {};
    for (const name of BOUNDS) {
      const value = ownValue(node, name);
      if (value === undefined) continue;
      const fits =
        typeof value === "number" &&
        (!COUNTS.has(name) || (Number.isSafeInteger(value) && value >= 0)) &&
        (name !== "multipleOf" || value > 0);
      if (fits) bounds[name] = value;
      else if (!(name.startsWith("exclusive") && typeof value === "boolean")) ignore(name);
    }
    // In draft 4, these two said of the other bound whether it is exclusive.
    for (const [name, plain] of [
      ["exclusiveMinimum", "minimum"],
      ["exclusiveMaximum", "maximum"],
    ] as const) {
      if (ownValue(node, name) !== true || bounds[plain] === undefined) continue;
      bounds[name] = bounds[plain];
      delete bounds[plain];
    }
    return bounds;
  }
}

/** A keyword that is null is read as absent. As the only value of a `const`, null is a value. */
function withoutNulls(node: JsonObject): JsonObject {
  const entries = Object.entries(node);
  if (entries.every(([key, value]) => value !== null || key === "const")) return node;
  return Object.fromEntries(entries.filter(([key, value]) => value !== null || key === "const"));
}

function readTypes(type: unknown): readonly string[] | undefined {
  if (type === undefined) return undefined;
  const types: unknown[] = Array.isArray(type) ? type : [type];
  const known = types.filter((one): one is string => typeof one === "string");
  if (known.length < types.length || types.length === 0)
    throw new Unshown("type", typeSentence(inShort(type)));
  return known.filter((one) => one !== "null");
}

/** Why a type is none of a form's. */
export const typeSentence = (said: string): string =>
  `Its type is ${said}, and a form has only string, number, integer, boolean, and array with choices.`;

function titleOf(
  { title, description }: SchemaNode,
  value: unknown,
): { readonly title: string } | undefined {
  if (description === undefined) return title === undefined ? undefined : { title };
  return { title: `${title ?? String(value)} – ${description}` };
}

/** What a JSON Pointer leads to. */
export function resolvePointer(root: JsonObject, path: string): unknown {
  let target: unknown = root;
  for (const key of path.split("/").slice(1)) {
    let name = key;
    try {
      name = decodeURIComponent(key);
    } catch {
      // The reference is not percent-encoded.
    }
    name = name.replaceAll("~1", "/").replaceAll("~0", "~");
    target = isObject(target)
      ? ownValue(target, name)
      : Array.isArray(target) && /^\d{1,6}$/.test(name)
        ? (target as unknown[])[Number(name)]
        : undefined;
  }
  return target;
}
