import { isObject } from "../../internal/is-object.js";
import { ownValue } from "./json-copy.js";
import type { JsonObject } from "./json-copy.js";

/** One value of an enum, in whatever shape the enum was written. */
export interface EnumOption {
  readonly value: unknown;
  readonly title?: string;
}

/** The greatest depth to which references, `allOf` and unions are followed. */
const MAX_HOPS = 16;

/** A JSON Schema from a library. Reads its nodes with references and `allOf` resolved. */
export class JsonSchemaDocument {
  readonly #root: JsonObject;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** Follows local references; returns a node that is not itself a reference. */
  resolve(given: unknown, hops = 0): JsonObject {
    if (!isObject(given)) return {};
    const ref = ownValue(given, "$ref");
    if (typeof ref !== "string" || hops > MAX_HOPS) return given;
    let target: unknown = ref.startsWith("#") ? this.#root : undefined;
    for (const key of ref.slice(1).split("/").slice(1)) {
      let name = key;
      try {
        name = decodeURIComponent(key);
      } catch {
        // The reference is not percent-encoded.
      }
      target = isObject(target)
        ? ownValue(target, name.replaceAll("~1", "/").replaceAll("~0", "~"))
        : undefined;
    }
    const { $ref: _, ...beside } = given;
    return { ...this.resolve(target, hops + 1), ...beside };
  }

  /** A node with its `allOf` merged into it. The first value of a keyword is kept; the library checks the others. */
  flatten(given: unknown, depth = 0): JsonObject {
    const node = this.resolve(given);
    const parts = ownValue(node, "allOf");
    if (!Array.isArray(parts) || depth > MAX_HOPS) return node;
    return parts.reduce<JsonObject>(
      (all, part) => ({ ...this.flatten(part, depth + 1), ...all }),
      node,
    );
  }

  /** The values of an enum in any shape, or `undefined` if the node is not an enum. */
  optionsOf(given: unknown, depth = 0): EnumOption[] | undefined {
    const node = this.flatten(given);
    const title = ownValue(node, "title") ?? ownValue(node, "description");
    if (Object.hasOwn(node, "const")) {
      return [{ value: node["const"], ...(typeof title === "string" && { title }) }];
    }
    const list = ownValue(node, "enum");
    if (Array.isArray(list)) return list.map((value) => ({ value }));
    if (ownValue(node, "type") === "null") return [{ value: null }];
    const union = ownValue(node, "anyOf") ?? ownValue(node, "oneOf");
    if (!Array.isArray(union) || depth > MAX_HOPS) return undefined;
    const options: EnumOption[] = [];
    for (const member of union) {
      const found = this.optionsOf(member, depth + 1);
      if (!found) return undefined;
      options.push(...found);
    }
    return options;
  }

  /** Removes "or null" from a node. */
  withoutNull(node: JsonObject): { node: JsonObject; nullable: boolean } {
    const type = ownValue(node, "type");
    if (Array.isArray(type) && type.includes("null")) {
      const rest = type.filter((item) => item !== "null");
      return { node: { ...node, type: rest.length === 1 ? rest[0] : rest }, nullable: true };
    }
    for (const key of ["anyOf", "oneOf"]) {
      const union = ownValue(node, key);
      if (!Array.isArray(union)) continue;
      const rest = union.filter((member) => ownValue(this.flatten(member), "type") !== "null");
      if (rest.length === union.length) continue;
      const { [key]: _, ...beside } = node;
      if (rest.length === 1) {
        return { node: { ...this.flatten(rest[0]), ...beside }, nullable: true };
      }
      return { node: { ...beside, [key]: rest }, nullable: true };
    }
    return { node, nullable: false };
  }
}
