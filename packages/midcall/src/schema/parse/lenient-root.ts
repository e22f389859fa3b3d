import { isObject } from "../../internal/is-object.js";
import { ownValue, pointer } from "../convert/json-copy.js";
import type { JsonObject } from "../convert/json-copy.js";
import { isNullSchema } from "./lenient-options.js";
import { resolvePointer } from "./lenient-flatten.js";
import type { Notes } from "./lenient-notes.js";
import { inShort, Unshown } from "./unshown.js";

/** Where a field is described; several times, if `allOf` does so: then all of them hold. */
export interface PropertyPart {
  readonly given: unknown;
  readonly path: string;
}

/** The object of a form, with references and `allOf` resolved. */
export interface FormRoot {
  readonly properties: Map<string, PropertyPart[]>;
  readonly required: Set<string>;
  readonly texts: JsonObject;
  /** Whether it was put together, so that the schema on the wire does not say it as a whole. */
  merged: boolean;
}

const MAX_DEPTH = 32;

/** Keywords about the whole answer, which a form does not check. */
const UNCHECKED: readonly string[] = [
  ..."not if then else dependentRequired dependentSchemas dependencies".split(" "),
  ..."minProperties maxProperties propertyNames patternProperties unevaluatedProperties".split(" "),
];

/** Keywords that ask for more than named fields. Where no field is named, they are all there is. */
const OPEN: readonly string[] = ["additionalProperties", "patternProperties", "propertyNames"];

/**
 * Reads the object of a form.
 *
 * @throws {@link Unshown} if it is none, or asks for more than a form can show
 */
export function readRoot(root: JsonObject, notes: Notes, mostNames: number): FormRoot {
  const form: FormRoot = { properties: new Map(), required: new Set(), texts: {}, merged: false };
  const open: string[] = [];
  const conditional: (readonly [key: string, node: unknown])[] = [];
  // By reference, whether all of it has been read. What was read holds already, however often it is referred to.
  const refs = new Map<string, boolean>();

  const read = (given: unknown, path: string, depth: number): void => {
    if (depth > MAX_DEPTH)
      throw new Unshown(
        "$ref",
        `It is nested more than ${MAX_DEPTH} levels deep, with its references.`,
      );
    if (!isObject(given))
      throw new Unshown(
        "shape",
        "The requested schema must be an object with type “object” and “properties”.",
      );
    const type = ownValue(given, "type") ?? undefined;
    if (
      type !== undefined &&
      type !== "object" &&
      !(Array.isArray(type) && type.includes("object"))
    )
      throw new Unshown(
        "type",
        `The requested schema must be an object with type “object” and “properties”. Its type is ${inShort(type)}.`,
      );
    if (type !== "object" || Object.values(given).includes(null)) form.merged = true;
    for (const key of ["$schema", "title", "description"]) {
      const value = ownValue(given, key);
      if (typeof value === "string") form.texts[key] ??= value;
      else if (value !== undefined && value !== null) notes.ignored(pointer(path, key), key);
    }
    readProperties(given, path);
    readRequired(given, path);
    for (const key of UNCHECKED) {
      const value = ownValue(given, key);
      if (value === undefined || value === null) continue;
      notes.unchecked(pointer(path, key), key);
      if (key === "dependentSchemas" || key === "dependencies")
        for (const node of Object.values(isObject(value) ? value : {}))
          conditional.push([key, node]);
      else if (key === "then" || key === "else") conditional.push([key, value]);
    }
    open.push(...OPEN.filter((key) => isMore(ownValue(given, key))));
    readParts(given, path, depth);
  };

  const readProperties = (given: JsonObject, path: string): void => {
    const properties = ownValue(given, "properties") ?? undefined;
    // An empty object of PHP.
    const none = properties === undefined || (Array.isArray(properties) && properties.length === 0);
    if (none) {
      if (path === "") form.merged = true;
      return;
    }
    if (!isObject(properties))
      throw new Unshown("properties", "Its “properties” are not an object.");
    for (const [name, node] of Object.entries(properties)) {
      const parts = form.properties.get(name) ?? [];
      parts.push({ given: node, path: pointer(pointer(path, "properties"), name) });
      form.properties.set(name, parts);
    }
  };

  const readRequired = (given: JsonObject, path: string): void => {
    const names = ownValue(given, "required") ?? undefined;
    if (names === undefined) return;
    if (!Array.isArray(names)) return notes.ignored(pointer(path, "required"), "required");
    for (const name of names.slice(0, form.properties.size + mostNames))
      if (typeof name === "string") form.required.add(name);
  };

  const readParts = (given: JsonObject, path: string, depth: number): void => {
    const ref = ownValue(given, "$ref") ?? undefined;
    if (ref !== undefined) {
      form.merged = true;
      if (typeof ref !== "string" || !/^#\//.test(ref))
        throw new Unshown(
          "$ref",
          `It refers to ${inShort(ref)}, and this host follows only references within the schema (#/…).`,
        );
      if (refs.get(ref) === false)
        throw new Unshown("$ref", `Its reference to ${inShort(ref)} leads back to itself.`);
      const target = resolvePointer(root, ref.slice(1));
      if (target === undefined)
        throw new Unshown("$ref", `It refers to ${inShort(ref)}, which is not in the schema.`);
      if (!refs.has(ref)) {
        refs.set(ref, false);
        read(target, ref.slice(1), depth + 1);
        refs.set(ref, true);
      }
    }
    const all = ownValue(given, "allOf") ?? undefined;
    if (all !== undefined) {
      form.merged = true;
      if (!Array.isArray(all)) throw new Unshown("allOf", "Its allOf is not a list.");
      for (const [index, part] of all.entries()) read(part, `${path}/allOf/${index}`, depth + 1);
    }
    for (const key of ["anyOf", "oneOf"]) {
      const list = ownValue(given, key) ?? undefined;
      if (list === undefined) continue;
      form.merged = true;
      if (!Array.isArray(list)) throw new Unshown(key, `Its ${key} is not a list.`);
      const shapes = [...list.entries()].filter(([, part]) => !isNullSchema(part));
      const [only] = shapes;
      if (only && shapes.length === 1) read(only[1], `${path}/${key}/${only[0]}`, depth + 1);
      else {
        for (const [, node] of shapes) conditional.push([key, node]);
        notes.unchecked(pointer(path, key), key);
      }
    }
  };

  read(root, "", 0);
  for (const [key, node] of conditional) {
    const more = addsFields(node, form.properties);
    if (more)
      throw new Unshown(key, `Its ${key} ${more}, and a form shows the same fields in every case.`);
  }
  if (form.properties.size > 0) return form;
  const [condition] = conditional;
  if (condition)
    throw new Unshown(
      condition[0],
      `It names no fields, and asks for one of several answers (${condition[0]}).`,
    );
  const [more] = open;
  if (more !== undefined)
    throw new Unshown(more, `It names no fields, and asks for values of any name (${more}).`);
  const misplaced = Object.keys(root).find(
    (key) => !ABOUT_THE_WHOLE.has(key) && !/^(?:x-|\$)/.test(key) && isObject(root[key]),
  );
  if (misplaced !== undefined)
    throw new Unshown(
      "properties",
      `It has no “properties”, and a member ${inShort(misplaced)} that looks like a field in their place.`,
    );
  return form;
}

/** Keywords of a schema that have objects as values, apart from `properties`. */
const ABOUT_THE_WHOLE: ReadonlySet<string> = new Set([
  ...OPEN,
  ...UNCHECKED,
  ..."properties default definitions discriminator externalDocs xml".split(" "),
]);

/** Whether a keyword allows values of other names, and says of which kind. */
function isMore(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0;
}

/** What an alternative or a condition has that the form does not show. */
function addsFields(node: unknown, known: ReadonlyMap<string, unknown>): string | undefined {
  if (!isObject(node)) return undefined;
  for (const key of ["$ref", "allOf", "anyOf", "oneOf", "patternProperties"])
    if (ownValue(node, key) !== undefined) return `has alternatives with ${key}`;
  const properties = ownValue(node, "properties");
  const name = isObject(properties) && Object.keys(properties).find((each) => !known.has(each));
  return typeof name === "string" ? `has a field of its own, ${inShort(name)}` : undefined;
}
