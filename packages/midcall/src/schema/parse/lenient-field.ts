import { checkOf } from "../validate/check-value.js";
import type { Field, FieldOption } from "../fields.js";
import { FORMATS } from "../validate/formats.js";
import { pointer } from "../convert/json-copy.js";
import type { JsonObject } from "../convert/json-copy.js";
import type { SchemaLimits } from "./limits.js";
import { compilePattern } from "../pattern/index.js";
import type { Pattern } from "../pattern/index.js";
import { allOfPatterns, isForeignPattern } from "../pattern/foreign-syntax.js";
import { noChoices, typeSentence } from "./lenient-flatten.js";
import type { BoundName, SchemaNode } from "./lenient-node.js";
import type { Notes } from "./lenient-notes.js";
import { inShort, Unshown } from "./unshown.js";

/** Keywords that say what an answer may be, which a form does not check. */
const UNCHECKED: readonly string[] = [
  ..."not if contains minContains maxContains prefixItems unevaluatedItems additionalItems".split(
    " ",
  ),
  ..."contentEncoding contentMediaType contentSchema".split(" "),
];

interface Reading {
  readonly name: string;
  readonly path: string;
  readonly limits: SchemaLimits;
  readonly notes: Notes;
}

/** A field while it is read, keyword by keyword; asserted to be a `Field` once, at the end. */
interface Draft extends JsonObject {
  readonly name: string;
  kind?: string;
}

/** A field that a host cannot show: it keeps its place in the form, with the reason. */
export function unsupported(
  base: { readonly name: string; readonly required: boolean },
  { code, reason }: Pick<Unshown, "code" | "reason">,
): Field {
  return {
    ...base,
    kind: "unsupported",
    reason: reason ?? `This field cannot be shown here because of its ${code}.`,
  };
}

/** The name, title and description of a field, cut to their limits. Nobody should answer a text that cannot be read whole. */
export function readTexts(
  { title, description }: Pick<SchemaNode, "title" | "description">,
  { name, limits }: Pick<Reading, "name" | "limits">,
): { readonly texts: JsonObject; readonly tooLong: Unshown | undefined } {
  const texts: JsonObject = {};
  let tooLong: string | undefined = name.length > limits.name ? "name" : undefined;
  for (const [key, value] of [
    ["title", title],
    ["description", description],
  ] as const) {
    if (value === undefined) continue;
    if (value.length > limits[key]) tooLong = key;
    texts[key] = value.length > limits[key] ? `${value.slice(0, limits[key] - 1)}…` : value;
  }
  if (!tooLong) return { texts, tooLong: undefined };
  const limit = limits[tooLong as "name"].toLocaleString("en");
  const message = `Its ${tooLong} is longer than ${limit} characters, so this host cannot show all of it.`;
  return { texts, tooLong: new Unshown(tooLong, message) };
}

/**
 * Makes a field of a flattened node.
 *
 * @throws {@link Unshown} if a form cannot show all that the node says, or if no answer would be valid
 */
export function readField(node: SchemaNode, draft: Draft, reading: Reading): Field {
  const { path, notes, limits } = reading;
  const types = node.types;
  const isList = types?.length === 1 && types[0] === "array";
  const uniform = types === undefined || types.length < 2 || isNumeric(types);
  for (const key of UNCHECKED)
    if (Object.hasOwn(node.rest, key)) notes.unchecked(pointer(path, key), key);

  if (isList) readList(node, draft, reading);
  else if (node.options) readChoice(node, draft, reading);
  else if (types === undefined) throw new Unshown("type", typeSentence("missing"));
  else if (!uniform || types.length === 0)
    throw new Unshown("type", typeSentence(JSON.stringify(types.length ? types : "null")));
  else if (types[0] === "string") readText(node, draft, reading);
  else if (isNumeric(types)) readNumber(node, draft);
  else if (types[0] === "boolean") draft.kind = "boolean";
  else throw new Unshown("type", typeSentence(JSON.stringify(inShort(types[0]))));

  const preset = node.default;
  if (preset !== undefined) {
    if (checkOf(draft as unknown as Field, limits.size)(preset))
      notes.ignored(pointer(path, "default"), "default");
    else draft["default"] = preset;
  }
  return draft as unknown as Field;
}

const isNumeric = (types: readonly string[]): boolean =>
  types.length > 0 && types.every((type) => type === "number" || type === "integer");

function readText({ format, patterns, bounds }: SchemaNode, draft: Draft, reading: Reading): void {
  const { path, limits, notes } = reading;
  const known = format !== undefined && Object.hasOwn(FORMATS, format);
  draft.kind = known ? format : format === "iri" ? "uri" : "text";
  if (format === "iri") draft["iri"] = true;
  else if (format !== undefined && !known) notes.unchecked(pointer(path, "format"), "format");
  setBounds(draft, bounds, "minLength", "maxLength");
  const runs: Pattern[] = [];
  for (const source of patterns) {
    try {
      if (source.length > limits.pattern || isForeignPattern(source)) throw new RangeError();
      runs.push(compilePattern(source));
    } catch {
      draft["patternUnchecked"] = true;
      notes.unchecked(pointer(path, "pattern"), "pattern");
    }
  }
  const [first, ...others] = runs;
  if (first) draft["pattern"] = allOfPatterns([first, ...others]);
}

function readNumber({ types, bounds }: SchemaNode, draft: Draft): void {
  // A number, if it may be either.
  draft.kind = types!.includes("number") ? "number" : "integer";
  setBounds(draft, bounds, "minimum", "maximum");
  setBounds(draft, bounds, "exclusiveMinimum", "exclusiveMaximum");
  if (bounds.multipleOf !== undefined) draft["multipleOf"] = bounds.multipleOf;
}

function setBounds(
  draft: Draft,
  bounds: SchemaNode["bounds"],
  low: BoundName,
  high: BoundName,
): void {
  const [min, max] = [bounds[low], bounds[high]];
  if (min !== undefined) draft[low] = min;
  if (max !== undefined) draft[high] = max;
  if (min === undefined || max === undefined) return;
  const crossed = draft.kind === "number" ? min > max : Math.ceil(min) > Math.floor(max);
  if (crossed) throw new Unshown(low, `Its limits (${low}) allow no answer.`);
}

function readList(node: SchemaNode, draft: Draft, reading: Reading): void {
  const { items, options } = node;
  if (options)
    throw new Unshown(
      options.key,
      `It is a list, and its ${options.key} names values that are none, so no answer is right.`,
    );
  if (!items?.options) throw noChoices();
  const { list } = items.options;
  if (
    list.some(({ value }) => typeof value !== "string") ||
    !(items.types ?? ["string"]).includes("string")
  )
    throw new Unshown(
      "items",
      "Its choices are not texts, and a form can only send a list of texts.",
    );
  draft.kind = "multi-select";
  setOptions(items, draft, { ...reading, path: `${reading.path}/items` });
  setBounds(draft, node.bounds, "minItems", "maxItems");
  if (node.uniqueItems !== undefined) draft["uniqueItems"] = node.uniqueItems;
}

/** Types of which a value can be chosen. */
const CHOSEN: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean"]);

const typeOf = (value: unknown): string => (Number.isInteger(value) ? "integer" : typeof value);

function readChoice(node: SchemaNode, draft: Draft, reading: Reading): void {
  const { list } = node.options!;
  const { types } = node;
  const fits = ({ value }: { readonly value: unknown }): boolean =>
    !types ||
    types.includes(typeOf(value)) ||
    (typeof value === "number" && types.includes("number"));
  if (types && !types.some((type) => CHOSEN.has(type)))
    throw new Unshown("type", typeSentence(JSON.stringify(types)));
  // Some servers list numbers for a string. What they list is what they expect.
  if (!list.every(fits)) reading.notes.ignored(pointer(reading.path, "type"), "type");
  const answers = new Set(list.map(({ value }) => value));
  const isYesNo = list.every(
    ({ value, title }) => typeof value === "boolean" && title === undefined,
  );
  if (isYesNo) {
    draft.kind = "boolean";
    if (answers.size === 1) draft["only"] = list[0]!.value;
    return;
  }
  draft.kind = "select";
  setOptions(node, draft, reading);
}

function setOptions(node: SchemaNode, draft: Draft, { limits, notes, name, path }: Reading): void {
  const { key, list } = node.options!;
  const unread = (why: string): Unshown =>
    new Unshown(key, `Its choices (${key}) cannot be read: ${why}`);
  const options = new Map<unknown, FieldOption>();
  const shown = new Set<string>();
  const isValid = limitsOfOptions(node, name, { limits, notes, name, path });
  for (const { value, title = String(value), path: at } of list) {
    if (options.has(value)) {
      notes.ignored(at, key);
      continue;
    }
    if (!isValid(value)) {
      notes.unshown(at, key, "is outside of the limits of its field, and is not offered.");
      continue;
    }
    const text = String(value);
    if (text.length > limits.value || title.length > limits.title) {
      const what = text.length > limits.value ? "value" : "title";
      throw unread(
        `the ${what} of one is longer than ${limits[what].toLocaleString("en")} characters.`,
      );
    }
    if (shown.has(text)) throw unread(`${inShort(text)} is both a text and another kind of value.`);
    shown.add(text);
    options.set(value, { value, title });
  }
  if (options.size > limits.options) {
    const [count, most] = [options.size, limits.options].map((each) => each.toLocaleString("en"));
    throw new Unshown(
      key,
      `It has ${count} choices (${key}), and this host shows at most ${most}. That is a limit of this host, not of the protocol.`,
      `This field has ${count} options, and at most ${most} can be shown here.`,
    );
  }
  if (options.size === 0) throw unread("none of them is within the limits of the field.");
  draft["options"] = [...options.values()];
  draft["values"] = new Set(options.keys());
}

/** Whether an option is within the limits of its field, which hold for it as well. */
function limitsOfOptions(
  node: SchemaNode,
  name: string,
  reading: Reading,
): (value: unknown) => boolean {
  const { format, patterns, bounds } = node;
  if (format === undefined && patterns.length === 0 && Object.keys(bounds).length === 0)
    return () => true;
  const base = { name, required: false };
  const text: Draft = { ...base };
  const number: Draft = { ...base };
  readText(node, text, reading);
  readNumber({ ...node, types: ["number"] }, number);
  const checks = [text, number].map((draft) =>
    checkOf(draft as unknown as Field, reading.limits.value),
  );
  return (value) =>
    typeof value === "boolean" || !checks[typeof value === "string" ? 0 : 1]!(value);
}
