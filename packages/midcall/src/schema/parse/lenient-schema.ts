import { isObject } from "../../internal/is-object.js";
import type { Field, ParsedSchema } from "../fields.js";
import { copyData, ownValue, pointer, setOwn } from "../convert/json-copy.js";
import type { JsonObject } from "../convert/json-copy.js";
import { DEFAULT_LIMITS } from "./limits.js";
import type { SchemaLimits } from "./limits.js";
import { readField, readTexts, unsupported } from "./lenient-field.js";
import { Flattener } from "./lenient-flatten.js";
import { mergeNodes } from "./lenient-node.js";
import type { SchemaNode } from "./lenient-node.js";
import { Notes } from "./lenient-notes.js";
import { readRoot } from "./lenient-root.js";
import type { FormRoot, PropertyPart } from "./lenient-root.js";
import { toWire } from "./lenient-wire.js";
import type { RequestedSchema } from "../requested-schema.js";
import type { SchemaIssue } from "./schema-error.js";
import { Unshown } from "./unshown.js";

const NOT_DESCRIBED = "The server requires this field, but does not describe it.";

/** A form of a server's, or why it is none that a host can show. */
export type ReadSchema = ParsedSchema | { readonly refusal: SchemaIssue };

/**
 * Parses a schema from a server leniently, for a host; never throws. An invalid keyword is ignored. A field
 * of unknown shape, or one that no answer satisfies, becomes an `unsupported` field. `notes` lists both.
 *
 * References within the schema are followed, and `allOf` is merged, so that all of it holds; "or null" is left out, as a
 * form leaves such a field empty; a keyword that is null is read as absent. A schema without properties asks for
 * approval: it is a form without fields. What only the server can check (`not`, `if`, a pattern of another
 * language) is left to it, with a note.
 * {@link parseRequestedSchema} is the strict parser, which explains to an author what is wrong.
 *
 * @param input - the schema as it came over the wire
 * @param limits - all bounds
 * @returns `undefined` if there is no form at all: not an object schema, not JSON data, or too large
 *
 * @example
 * ```ts
 * const schema = readSchema({ type: "object", properties: { who: { type: "string", format: "x" } } });
 * schema?.fields; // [{ kind: "text", name: "who", required: false }]
 * schema?.notes; // [{ path: "/properties/who/format", code: "format", … }]
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema
 */
export function readSchema(
  input: unknown,
  limits: SchemaLimits = DEFAULT_LIMITS,
): ParsedSchema | undefined {
  const read = readForeignSchema(input, limits);
  return "refusal" in read ? undefined : read;
}

/** Like {@link readSchema}, with the reason why there is no form. */
export function readForeignSchema(
  input: unknown,
  limits: SchemaLimits = DEFAULT_LIMITS,
): ReadSchema {
  const refuse = (code: string, message: string): ReadSchema => ({
    refusal: { path: "", code, message },
  });
  let copy: unknown;
  try {
    const fail = (): never => {
      throw new RangeError();
    };
    // A schema that is false accepts nothing. So what is cut off is never read as absent.
    copy = copyData(input, limits.size, fail, { most: MAX_DEPTH, beyond: false });
  } catch {
    return refuse(
      "unreadable",
      `The schema is not plain JSON, or it is longer than ${limits.size.toLocaleString("en")} characters. That length is a limit of this host, not of the protocol.`,
    );
  }
  const root = copy;
  const notes = new Notes();
  try {
    if (!isObject(root))
      throw new Unshown(
        "shape",
        "The requested schema must be an object with type “object” and “properties”.",
      );
    const form = readRoot(root, notes, limits.fields);
    const { size } = form.properties;
    if (size > limits.fields)
      throw new Unshown(
        "limit",
        `The form has ${size} fields, and this host shows at most ${limits.fields}. That is a limit of this host, not of the protocol.`,
      );
    return readFields(root, form, notes, limits);
  } catch (error) {
    if (!(error instanceof Unshown)) throw error;
    return refuse(error.code, error.message);
  }
}

/** Deeper than any field, with its references written out. */
const MAX_DEPTH = 24;

function readFields(
  root: JsonObject,
  form: FormRoot,
  notes: Notes,
  limits: SchemaLimits,
): ParsedSchema {
  const flattener = new Flattener(root, notes);
  const properties: JsonObject = {};
  const fields: Field[] = [];
  let rewritten = form.merged;
  for (const [name, parts] of form.properties) {
    const { field, node, given } = readProperty(name, parts);
    fields.push(field);
    if (node?.merged) rewritten = true;
    setOwn(properties, name, node?.merged ? toWire(node) : given);
  }
  for (const name of form.required) {
    if (form.properties.has(name)) continue;
    notes.unshown("/required", "required", "names a field that is not in properties.");
    const reason = new Unshown("required", NOT_DESCRIBED, NOT_DESCRIBED);
    fields.push(unsupported({ name, required: true }, reason));
  }
  const wire: JsonObject = rewritten
    ? {
        ...form.texts,
        type: "object",
        properties,
        ...(form.required.size > 0 && { required: [...form.required] }),
      }
    : root;
  delete wire["additionalProperties"];
  return {
    fields,
    requestedSchema: wire as unknown as RequestedSchema,
    notes: notes.list,
    answerLimit: limits.answer,
  };

  function readProperty(
    name: string,
    [first, ...others]: readonly PropertyPart[],
  ): { readonly field: Field; readonly node?: SchemaNode; readonly given: unknown } {
    const { given, path } = first!;
    const at = pointer("/properties", name);
    const base = { name, required: form.required.has(name) };
    let texts: JsonObject = {};
    try {
      ({ texts } = readTexts(textsOf(given), { name, limits }));
      let node = flattener.flatten(given, path);
      for (const other of others)
        node = { ...mergeNodes(node, flattener.flatten(other.given, other.path)), merged: true };
      if (node.required && !base.required) {
        base.required = true;
        form.required.add(name);
        rewritten = true;
      }
      const read = readTexts(node, { name, limits });
      ({ texts } = read);
      if (read.tooLong) throw read.tooLong;
      return {
        field: readField(node, { ...base, ...texts }, { name, path: at, limits, notes }),
        node,
        given,
      };
    } catch (error) {
      if (!(error instanceof Unshown)) throw error;
      notes.unshown(pointer(at, error.code), error.code, error.message);
      return { field: unsupported({ ...base, ...texts }, error), given };
    }
  }
}

/** The texts of a field that may not be readable otherwise. */
function textsOf(given: unknown): Pick<SchemaNode, "title" | "description"> {
  if (!isObject(given)) return {};
  const [title, description] = [ownValue(given, "title"), ownValue(given, "description")];
  return {
    ...(typeof title === "string" && { title }),
    ...(typeof description === "string" && { description }),
  };
}
