import type { JsonObject } from "../convert/json-copy.js";
import { inShort, Unshown } from "./unshown.js";

/** One option of a choice, as a server wrote it. */
export interface NodeOption {
  readonly value: string | number | boolean;
  readonly title?: string;
  /** Where it stands. */
  readonly path: string;
}

/** A choice: its options, and the keyword that lists them. */
export interface NodeOptions {
  readonly key: string;
  readonly list: readonly NodeOption[];
}

/** Bounds of which the greatest holds, and those of which the least does. */
const LOW = ["minLength", "minItems", "minimum", "exclusiveMinimum"] as const;
const HIGH = ["maxLength", "maxItems", "maximum", "exclusiveMaximum"] as const;

/** The names of the bounds. */
export type BoundName = (typeof LOW)[number] | (typeof HIGH)[number] | "multipleOf";
export const BOUNDS: readonly BoundName[] = [...LOW, ...HIGH, "multipleOf"];

/**
 * The schema of a field with all its parts in one place: references followed, `allOf` merged, null left out, invalid
 * keywords left out.
 */
export interface SchemaNode {
  /** Types other than null; `undefined` if there is no `type`. */
  readonly types?: readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  /** The value of `required` inside of the field, which draft 3 had. */
  readonly required?: true;
  readonly format?: string;
  readonly patterns: readonly string[];
  readonly bounds: Readonly<Partial<Record<BoundName, number>>>;
  readonly uniqueItems?: boolean;
  readonly options?: NodeOptions;
  readonly items?: SchemaNode;
  /** Whether it was put together from several parts, so that the schema on the wire does not say it as a whole. */
  readonly merged?: true;
  /** All other keywords, as they are. */
  readonly rest: JsonObject;
}

export const EMPTY_NODE: SchemaNode = { patterns: [], bounds: {}, rest: {} };

const contradiction = (code: string, one: unknown, other: unknown): Unshown =>
  new Unshown(
    code,
    `Its parts contradict each other: ${code} is ${inShort(one)} in one and ${inShort(other)} in another.`,
  );

/**
 * The node for which both hold. Of the texts and the default, those of `outer` apply.
 *
 * @throws {@link Unshown} if no answer could satisfy both, or if a form cannot express both
 */
export function mergeNodes(outer: SchemaNode, inner: SchemaNode): SchemaNode {
  if (inner === EMPTY_NODE) return outer;
  const types = bothTypes(outer.types, inner.types);
  const options = bothOptions(outer.options, inner.options);
  const format = bothFormats(outer.format, inner.format);
  const items =
    outer.items && inner.items
      ? mergeNodes(outer.items, inner.items)
      : (outer.items ?? inner.items);
  return {
    ...inner,
    ...outer,
    ...(types && { types }),
    ...(options && { options }),
    ...(format !== undefined && { format }),
    ...(items && { items }),
    ...((outer.uniqueItems || inner.uniqueItems) && { uniqueItems: true }),
    patterns: [...new Set([...inner.patterns, ...outer.patterns])],
    bounds: bothBounds(outer.bounds, inner.bounds),
    rest: { ...inner.rest, ...outer.rest },
  };
}

function bothTypes(one: SchemaNode["types"], other: SchemaNode["types"]): SchemaNode["types"] {
  if (!one || !other) return one ?? other;
  // An integer is a number.
  const accepts = (types: readonly string[], type: string): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  const both = [
    ...one.filter((type) => accepts(other, type)),
    ...other.filter((type) => !one.includes(type) && accepts(one, type)),
  ];
  if (both.length === 0) throw contradiction("type", one, other);
  return both;
}

function bothOptions(
  one: SchemaNode["options"],
  other: SchemaNode["options"],
): SchemaNode["options"] {
  if (!one || !other) return one ?? other;
  const others = new Map(other.list.map((option) => [option.value, option]));
  const list = one.list.flatMap((option) => {
    const same = others.get(option.value);
    const title = option.title ?? same?.title;
    return same ? { ...option, ...(title !== undefined && { title }) } : [];
  });
  const values = ({ list: options }: NodeOptions): unknown[] => options.map(({ value }) => value);
  if (list.length === 0) throw contradiction(one.key, values(one), values(other));
  return { key: one.key, list };
}

function bothFormats(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined || one === other) return one ?? other;
  throw contradiction("format", one, other);
}

function bothBounds(one: SchemaNode["bounds"], other: SchemaNode["bounds"]): SchemaNode["bounds"] {
  const both: Partial<Record<BoundName, number>> = { ...other, ...one };
  for (const [names, pick] of [
    [LOW, Math.max],
    [HIGH, Math.min],
  ] as const) {
    for (const name of names) {
      const [a, b] = [one[name], other[name]];
      if (a !== undefined && b !== undefined) both[name] = pick(a, b);
    }
  }
  const [a, b] = [one.multipleOf, other.multipleOf];
  if (a !== undefined && b !== undefined && a !== b) {
    const [least, most] = a < b ? [a, b] : [b, a];
    if (most % least !== 0) throw contradiction("multipleOf", a, b);
    both.multipleOf = most;
  }
  return both;
}
