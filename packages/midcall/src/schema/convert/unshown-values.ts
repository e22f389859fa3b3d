/*
 * What reaches a handler was shown to the user or typed, or is the author's own work (a transform). A library can break
 * that in three ways: by a default that its field would refuse, by a default that the form does not show, and by
 * replacing a wrong answer. All three are errors when the question is made. JSON Schema tells of none of them reliably, so
 * the schemas of zod and valibot are looked into; arktype checks its defaults itself and has no replacement.
 */
import { isObject } from "../../internal/is-object.js";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { StandardSchemaWithJson } from "./library-json-schema.js";
import { VALUE_FIELD } from "./choices.js";
import { ownValue, pointer } from "./json-copy.js";
import type { JsonObject } from "./json-copy.js";
import { SchemaError } from "../parse/schema-error.js";
import type { SchemaIssue } from "../parse/schema-error.js";
import type { Field } from "../fields.js";
import type { RequestedSchema } from "../requested-schema.js";

/** What was found in the schema of a library, by field. */
interface Found {
  /** The schemas of the fields by themselves. */
  readonly fields: Map<string, unknown>;
  /** Fields with a default in a place from which the form does not take it. */
  readonly late: Set<string>;
  /** Fields with a default of any kind, other than null. */
  readonly defaults: Set<string>;
  /** Fields (`""` for the whole) whose wrong answers are replaced. */
  readonly replaced: Set<string>;
}

/** Where a schema stands: `in` is what is entered, `out` comes after it. */
interface Place {
  readonly field: string | undefined;
  readonly side: "in" | "out";
}

/** Deeper schemas are no forms. */
const MAX_DEPTH = 32;

/**
 * Throws if a library would deliver a value that the user has neither seen nor entered.
 *
 * @param schema - the author's schema
 * @param requestedSchema - the form made of it
 * @param fields - the fields of the form, read leniently: without a default that does not fit
 * @param scalar - whether the form has the single field `value`
 * @throws {@link SchemaError}
 */
export function refuseUnshownValues(
  schema: StandardSchemaV1,
  requestedSchema: RequestedSchema,
  fields: readonly Field[],
  scalar: boolean,
): void {
  const found = lookInto(schema, scalar);
  const issues: SchemaIssue[] = [];
  for (const field of fields) {
    const { name } = field;
    const path = pointer("/properties", name);
    const written = ownValue(requestedSchema.properties as unknown as JsonObject, name);
    const preset = isObject(written) ? ownValue(written, "default") : undefined;
    // The strict parser says what is wrong with an unsupported field.
    if (field.kind === "unsupported") continue;
    const problem =
      preset === undefined
        ? found.defaults.has(name) && HIDDEN
        : field.default === undefined
          ? UNFIT
          : refusalOf(found.fields.get(name), preset);
    if (problem || found.late.has(name))
      issues.push({
        path: pointer(path, "default"),
        code: "default",
        message: problem || HIDDEN,
      });
    if (found.replaced.has(name)) issues.push({ path, code: "catch", message: REPLACED });
  }
  if (found.replaced.has("")) issues.push({ path: "", code: "catch", message: `It ${REPLACED}` });
  if (issues.length > 0) throw new SchemaError(issues);
}

const REMEDY =
  "Give it as the user would enter it (before a transform, zod has .prefault() for that), or make the field optional.";
const UNFIT = `is not a valid answer to the field, so the user could not be shown what applies. ${REMEDY}`;
const HIDDEN = `is not shown in the form, so the handler could get a value that nobody has seen. ${REMEDY}`;
const REPLACED =
  "replaces a wrong answer by a value that nobody has entered (.catch() of zod, fallback() of valibot). Remove that: a wrong answer is asked again.";

/** Why the author's own schema of a field refuses its default. What it checks asynchronously is checked with the answer. */
function refusalOf(field: unknown, preset: unknown): string | undefined {
  if (!isObject(field) && typeof field !== "function") return undefined;
  const standard = (field as Partial<StandardSchemaV1>)["~standard"];
  if (typeof standard?.validate !== "function") return undefined;
  try {
    const result = standard.validate(preset);
    if (result instanceof Promise) {
      result.then(undefined, () => undefined);
      return undefined;
    }
    const [issue] = "issues" in result ? (result.issues ?? []) : [];
    return issue && `is refused by the field's own schema: ${issue.message} ${REMEDY}`;
  } catch {
    // A check that throws has said nothing about the default; it runs again with the answer.
    return undefined;
  }
}

function lookInto(schema: StandardSchemaV1, scalar: boolean): Found {
  const found: Found = {
    fields: new Map(),
    late: new Set(),
    defaults: new Set(),
    replaced: new Set(),
  };
  const { vendor } = schema["~standard"];
  const place: Place = { field: scalar ? VALUE_FIELD : undefined, side: "in" };
  if (scalar) found.fields.set(VALUE_FIELD, schema);
  const seen = new Set<unknown>();
  const walk = (node: unknown, at: Place, depth: number): void => {
    if (depth > MAX_DEPTH || seen.has(node)) return;
    seen.add(node);
    const into = (next: unknown, side = at.side, field = at.field): void =>
      walk(next, { field, side }, depth + 1);
    const named = (children: object): void => {
      for (const [name, child] of Object.entries(children)) {
        if (at.field === undefined) found.fields.set(name, child);
        // The same schema may be that of several fields.
        seen.delete(child);
        into(child, at.side, at.field ?? name);
      }
    };
    if (vendor === "zod") lookIntoZod(node, at, found, into, named);
    else if (vendor === "valibot") lookIntoValibot(node, at, found, into, named);
    seen.delete(node);
  };
  if (vendor === "valibot" && !scalar && isReplaced(schema)) found.replaced.add("");
  walk(vendor === "valibot" ? nodeOfValibot(schema) : schema, place, 0);
  return found;
}

/** The schema of valibot behind its Standard JSON Schema, which shows it to the converter's callback alone. */
function nodeOfValibot(schema: StandardSchemaV1): unknown {
  let node: unknown = schema;
  const libraryOptions = {
    errorMode: "ignore",
    // The whole comes last, after its parts.
    overrideSchema: (context: { readonly valibotSchema: unknown }): void => {
      node = context.valibotSchema;
    },
  };
  const { jsonSchema } = (schema as StandardSchemaWithJson)["~standard"];
  jsonSchema.input({ target: "draft-2020-12", libraryOptions });
  return node;
}

/** Whether a schema of an object accepts what is none: the converter does not show a replacement of the whole. */
function isReplaced(schema: StandardSchemaV1): boolean {
  try {
    const result = schema["~standard"].validate(Symbol("no answer"));
    return !(result instanceof Promise) && !("issues" in result && result.issues);
  } catch {
    return false;
  }
}

type Into = (next: unknown, side?: Place["side"]) => void;

function noteDefault(found: Found, { field, side }: Place, value: unknown): void {
  if (field === undefined || value === undefined || value === null) return;
  found.defaults.add(field);
  if (side === "out") found.late.add(field);
}

function lookIntoZod(
  node: unknown,
  at: Place,
  found: Found,
  into: Into,
  named: (children: object) => void,
): void {
  const def = (node as { readonly _zod?: { readonly def: ZodDef } } | undefined)?._zod?.def;
  if (!def) return;
  switch (def.type) {
    case "object":
      return named(def.shape ?? {});
    case "catch":
      found.replaced.add(at.field ?? "");
      break;
    case "default":
    case "prefault":
      noteDefault(found, at, def.defaultValue);
      break;
    case "pipe":
      into(def.in);
      // In front of a transform, the form shows what comes after it.
      return into(def.out, isTransform(def.in) ? at.side : "out");
    case "lazy":
      return into(def.getter?.());
  }
  for (const next of [def.innerType, def.left, def.right, ...(def.options ?? [])]) into(next);
}

interface ZodDef {
  readonly type: string;
  readonly shape?: object;
  readonly defaultValue?: unknown;
  readonly in?: unknown;
  readonly out?: unknown;
  readonly getter?: () => unknown;
  readonly innerType?: unknown;
  readonly left?: unknown;
  readonly right?: unknown;
  readonly options?: readonly unknown[];
}

const isTransform = (node: unknown): boolean =>
  (node as { readonly _zod?: { readonly def: ZodDef } } | undefined)?._zod?.def.type ===
  "transform";

interface ValibotNode {
  readonly kind?: string;
  readonly fallback?: unknown;
  readonly default?: unknown;
  readonly entries?: object;
  readonly wrapped?: unknown;
  readonly options?: readonly unknown[];
  readonly pipe?: readonly ValibotNode[];
}

function lookIntoValibot(
  node: unknown,
  at: Place,
  found: Found,
  into: Into,
  named: (children: object) => void,
): void {
  if (!isObject(node)) return;
  const { kind, fallback, default: preset, entries, wrapped, options, pipe } = node as ValibotNode;
  if (kind !== "schema") return;
  if (fallback !== undefined) found.replaced.add(at.field ?? "");
  if (Array.isArray(pipe)) {
    const [first, ...rest] = pipe as readonly ValibotNode[];
    into(first);
    for (const next of rest) into(next, "out");
    return;
  }
  noteDefault(found, at, preset);
  if (isObject(entries)) named(entries);
  into(wrapped);
  // The options of a picklist are values.
  if (Array.isArray(options)) for (const next of options) into(next);
}
