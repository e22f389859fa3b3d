import { createForm } from "midcall/form";
import { isObject, isSame, type JsonObject, ownValue } from "./json-data.js";
import { mergeSchemas, resolveSchema } from "./resolve-schema.js";
import type { Described, GroupShape, ListShape, Property, Shape } from "./shape.js";
import { nameVariants } from "./variant-titles.js";
import { t } from "../../messages/text.js";

const MOST_PROPERTIES = 5_000;
const MOST_VARIANTS = 200;
const MOST_UNIONS = 16;
const LONGEST_TEXT = 16_384;
const MOST_EXAMPLES = 3;

/** Where a schema stands. */
export interface Position {
  readonly root: unknown;
  /** Whether there must be a value, so that `null` differs from none. */
  readonly required: boolean;
  /** The arguments as a whole are an object even if their schema does not say what is in it. */
  readonly top?: boolean;
  /** The number of unions with one variant that led here. */
  readonly unions?: number;
}

/** The position of the only variant of a union. */
const inUnion = ({ root, required, unions = 0 }: Position): Position => ({
  ...{ root, required },
  unions: unions + 1,
});

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value.slice(0, LONGEST_TEXT) : undefined;

const countOf = (value: unknown, otherwise: number): number =>
  typeof value === "number" && value >= 0 ? value : otherwise;

function describe(schema: JsonObject): Described {
  const examples = ownValue(schema, "examples");
  return {
    title: textOf(ownValue(schema, "title")),
    description: textOf(ownValue(schema, "description")),
    preset: ownValue(schema, "default"),
    examples: Array.isArray(examples) ? examples.slice(0, MOST_EXAMPLES) : [],
  };
}

/** Reads how a value is entered. It reads one level; never throws. */
export function readShape(given: unknown, position: Position): Shape {
  const schema = resolveSchema(given, position.root);
  if (!schema) {
    const described = isObject(given) ? describe(given) : { examples: [] };
    const why = isObject(given) ? t("Its schema refers to what is not here.") : undefined;
    return { ...described, kind: "json", why };
  }
  const described = describe(schema);
  const type = typeIn(schema);
  const isField = Object.hasOwn(schema, "const") && !position.required && fitsField(schema);
  if (Object.hasOwn(schema, "const") && !isField) {
    return { ...described, kind: "constant", value: schema["const"] };
  }
  if (type === "null") return { ...described, kind: "constant", value: null };
  if ((position.unions ?? 0) > MOST_UNIONS) {
    return { ...described, kind: "json", why: t("Its schema refers to itself.") };
  }
  const variants = variantsOf(schema, position);
  if (variants === "field" || (!variants && mayBeField(schema, type))) {
    if (isField || fitsField(schema)) return { ...described, kind: "field", schema };
  }
  if (Array.isArray(variants)) {
    if (variants.length > MOST_VARIANTS) {
      return { ...described, kind: "json", why: t("It has {0} variants.", variants.length) };
    }
    const known = variants.filter((variant) => variant !== undefined);
    if (known.length === 1) return readShape(known[0], inUnion(position));
    if (known.length > 1) {
      return { ...described, kind: "choice", variants: nameVariants(known, position.root) };
    }
  }
  if (type === "object") return readGroup(schema, described, position);
  if (type === "array") return readList(schema, described);
  const options = ownValue(schema, "enum");
  const why = Array.isArray(options) ? t("It has {0} options.", options.length) : undefined;
  return { ...described, kind: "json", why };
}

const isSimple = (value: unknown): boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** The type of a schema; some leave it out where other keywords tell. */
function typeIn(schema: JsonObject): unknown {
  const type = ownValue(schema, "type");
  if (Array.isArray(type)) return type.length === 1 ? (type[0] as unknown) : undefined;
  if (type !== undefined) return type;
  if (isObject(ownValue(schema, "properties"))) return "object";
  return Object.hasOwn(schema, "items") || Object.hasOwn(schema, "prefixItems")
    ? "array"
    : undefined;
}

const isNullSchema = (schema: unknown): boolean =>
  ownValue(schema, "type") === "null" ||
  (isObject(schema) && Object.hasOwn(schema, "const") && schema["const"] === null);

/**
 * The schemas to choose from, `"field"` if a field may show them all, `undefined` if it is no union. Null is a variant only
 * where leaving the value out is not the same.
 */
function variantsOf(
  schema: JsonObject,
  position: Position,
): readonly (JsonObject | undefined)[] | "field" | undefined {
  const { required, root } = position;
  const types = ownValue(schema, "type");
  if (Array.isArray(types) && types.length > 1) {
    const others = types.filter((type) => type !== "null");
    const isFlat = others.length === 1 && others[0] !== "object" && others[0] !== "array";
    if (!required && isFlat) return "field";
    return (types as unknown[]).slice(0, 8).map((type) => ofType(schema, type));
  }
  const options = ownValue(schema, "enum");
  if (Array.isArray(options)) {
    if (required && options.includes(null)) {
      const others = options.filter((option) => option !== null);
      return [{ ...schema, enum: others }, { const: null }];
    }
    const isFlat = options.every((option) => option === null || isSimple(option));
    const kinds = new Set(options.filter((option) => option !== null).map((one) => typeof one));
    if (isFlat && kinds.size <= 1) return "field";
    return options.map((value: unknown) => ({ const: value }));
  }
  const key = ["oneOf", "anyOf"].find((one) => Array.isArray(ownValue(schema, one)));
  if (key === undefined) return undefined;
  const list = ownValue(schema, key) as unknown[];
  const real = list.filter((item) => !isNullSchema(item));
  const isNullable = real.length < list.length;
  const isOptions = list.every((item) => isNullSchema(item) || Object.hasOwn(item ?? {}, "const"));
  if (isOptions && !(isNullable && required) && fitsField(schema)) return "field";
  const { [key]: _, ...base } = schema;
  const merge = (item: unknown): JsonObject | undefined => {
    if (isNullSchema(item)) return item as JsonObject;
    const resolved = resolveSchema(item, root);
    return resolved && mergeSchemas(withoutTexts(base), resolved);
  };
  if (!required && real.length === 1 && isNullable) {
    const only = merge(real[0]);
    const shape = only && readShape(only, inUnion(position));
    // The description of the union is that of the field.
    if (shape?.kind === "field") return [mergeSchemas(base, only!)];
  }
  return list.slice(0, MOST_VARIANTS + 1).map(merge);
}

/** A schema for one of several types, without the default, which is that of the union. */
function ofType(schema: JsonObject, type: unknown): JsonObject {
  return type === "null" ? { type } : { ...withoutTexts(schema), type };
}

function withoutTexts(schema: JsonObject): JsonObject {
  const { title: _1, description: _2, default: _3, examples: _4, ...rest } = schema;
  return rest;
}

/** Whether it is worth asking the form engine. */
function mayBeField(schema: JsonObject, type: unknown): boolean {
  if (type === "object") return false;
  if (type !== "array") return true;
  const items = ownValue(schema, "items");
  return ["enum", "oneOf", "anyOf", "const"].some((key) => ownValue(items, key) !== undefined);
}

function fitsField(schema: JsonObject): boolean {
  const form = createForm({ type: "object", properties: { value: schema } });
  return form.fields.length === 1 && form.fields[0]!.kind !== "unsupported";
}

function readGroup(
  schema: JsonObject,
  described: Described,
  { top = false }: Position,
): GroupShape | Shape {
  const listed = ownValue(schema, "properties");
  const properties = isObject(listed) ? listed : {};
  const names = Object.keys(properties);
  const more = ownValue(schema, "additionalProperties");
  const patterns = Object.values(ownValue(schema, "patternProperties") ?? {});
  const isOpen = more === undefined || more === true;
  if (names.length > MOST_PROPERTIES) {
    return { ...described, kind: "json", why: t("It has {0} properties.", names.length) };
  }
  const wanted = ownValue(schema, "required");
  const required = new Set(
    (Array.isArray(wanted) ? wanted : []).filter((name) => typeof name === "string"),
  );
  if (!top && names.length === 0 && required.size === 0 && isOpen && patterns.length === 0) {
    return { ...described, kind: "json" };
  }
  const missing = [...required].filter((name) => !Object.hasOwn(properties, name));
  const all: Property[] = [
    ...names.map((name) => ({
      name,
      schema: properties[name],
      required: required.has(name),
    })),
    ...missing.slice(0, 100).map((name) => ({ name, schema: true, required: true })),
  ];
  return {
    ...described,
    kind: "group",
    properties: all.filter((one) => one.schema !== false || one.required),
    rest: patterns.length === 1 && more === false ? patterns[0] : patterns.length > 0 ? true : more,
    further:
      patterns.length > 0 || (more !== undefined && more !== false)
        ? "offered"
        : more === false
          ? "forbidden"
          : "possible",
    minProperties: countOf(ownValue(schema, "minProperties"), 0),
    maxProperties: countOf(ownValue(schema, "maxProperties"), Infinity),
  };
}

function readList(schema: JsonObject, described: Described): ListShape {
  const given = ownValue(schema, "items");
  // Before 2020-12, a tuple was a list of schemas in `items`.
  const isOld = Array.isArray(given);
  const tuple = isOld ? given : ownValue(schema, "prefixItems");
  const prefix = Array.isArray(tuple) ? (tuple as unknown[]) : [];
  const items = isOld ? ownValue(schema, "additionalItems") : given;
  return {
    ...described,
    kind: "list",
    prefix: prefix.slice(0, 100),
    items: items === false ? undefined : (items ?? true),
    minItems: countOf(ownValue(schema, "minItems"), 0),
    maxItems: countOf(ownValue(schema, "maxItems"), Infinity),
    unique: ownValue(schema, "uniqueItems") === true,
  };
}

/** Whether a value may be one of this schema, as far as its first level tells. */
export function mayBe(given: unknown, value: unknown, root: unknown): boolean {
  const schema = resolveSchema(given, root);
  if (!schema) return given !== false;
  if (Object.hasOwn(schema, "const")) return isSame(schema["const"], value);
  const options = ownValue(schema, "enum");
  if (Array.isArray(options)) return options.some((option) => isSame(option, value));
  const types = [typeIn(schema)].flat();
  const isType = (type: unknown): boolean => {
    if (type === undefined) return true;
    if (type === "null") return value === null;
    if (type === "array") return Array.isArray(value);
    if (type === "object") return isObject(value);
    if (type === "integer") return Number.isInteger(value);
    return typeof value === type;
  };
  if (!types.some(isType)) return false;
  if (!isObject(value)) return true;
  const required = ownValue(schema, "required");
  if (Array.isArray(required) && required.some((name) => !Object.hasOwn(value, String(name)))) {
    return false;
  }
  const properties = ownValue(schema, "properties");
  if (!isObject(properties)) return true;
  return Object.keys(value).every((name) => {
    const property = ownValue(properties, name);
    if (property === undefined) return ownValue(schema, "additionalProperties") !== false;
    return !isObject(property) || !Object.hasOwn(property, "const")
      ? true
      : isSame(property["const"], value[name]);
  });
}
