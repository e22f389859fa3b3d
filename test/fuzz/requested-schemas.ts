import fc from "fast-check";
import { getDefaults, parseRequestedSchema, SchemaError, validateContent } from "midcall/schema";
import { PatternError } from "../../packages/midcall/src/schema/pattern/pattern-error.js";
import { fieldSchema } from "../../packages/midcall/test/schema/samples.js";
import { must, target, thrownBy, type FuzzTarget } from "./fuzz-target.js";
import { codePoint } from "../code-points.js";

type Parse = typeof parseRequestedSchema;

const keyword = fc.constantFrom(
  ..."type title description format pattern minLength maxLength minimum maximum default enum enumNames oneOf".split(
    " ",
  ),
  ..."anyOf items minItems maxItems properties required const __proto__ constructor additionalProperties $ref".split(
    " ",
  ),
);
const leaf = fc.oneof(
  fc.constantFrom<unknown>("object", "string", "number", "integer", "boolean", "array", "email"),
  fc.constantFrom<unknown>("date-time", "(a+)+$", "\\A", null, true, -1, 0, -0, Infinity, 1.5, ""),
  fc.string({ unit: codePoint, maxLength: 5 }),
);
const node = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.array(tie("node"), { maxLength: 3 }),
    fc.dictionary(keyword, tie("node"), { maxKeys: 5 }),
  ),
})).node;

/** A field of ours with one keyword of another kind. */
const bent = fc
  .tuple(fieldSchema, keyword, node)
  .map(([field, name, value]) => ({ ...field, [name]: value }));
const form = fc
  .record(
    {
      type: fc.oneof({ weight: 9, arbitrary: fc.constant<unknown>("object") }, node),
      properties: fc.oneof(
        { weight: 9, arbitrary: fc.dictionary(keyword, fc.oneof(bent, node), { maxKeys: 3 }) },
        node,
      ),
      required: fc.oneof(fc.array(keyword, { maxLength: 3 }), node),
    },
    { requiredKeys: ["type", "properties"] },
  )
  .map((made) => made as unknown);

interface SchemaInput {
  readonly schema: unknown;
  readonly content: unknown;
}

/** Reads or refuses, in both modes, with the errors it is known by; what it has read can be answered with anything. */
export const requestedSchemas: FuzzTarget = target<SchemaInput, Parse>({
  name: "requested-schema",
  tried: "requestedSchemas",
  runs: [300, 100_000],
  subject: parseRequestedSchema,
  input: fc.record({
    schema: fc.oneof({ weight: 6, arbitrary: form }, node, fc.anything()),
    content: fc.oneof(
      fc.dictionary(keyword, fc.oneof(leaf, fc.array(leaf, { maxLength: 3 })), { maxKeys: 4 }),
      fc.anything(),
    ),
  }),
  check({ schema, content }, parse) {
    for (const unknown of ["error", "field"] as const) {
      let parsed: ReturnType<Parse> | undefined;
      const error = thrownBy(() => (parsed = parse(schema, { unknown })));
      if (parsed === undefined) {
        must(
          error instanceof SchemaError || error instanceof PatternError,
          `Throws ${String(error)}`,
        );
        must(error.message.length < 10_000, "A message without an end.");
        continue;
      }
      const names = parsed.fields.map(({ name }) => name);
      must(new Set(names).size === names.length, "Two fields of one name.");
      if (unknown === "error")
        must(thrownBy(() => parse(parsed!.requestedSchema)) === undefined, "Refuses its own copy.");
      const defaults = getDefaults(parsed);
      const wrong = validateContent(parsed, defaults);
      if (!wrong.valid)
        must(
          wrong.issues.every(({ code }) => code === "required"),
          `A default that its own field refuses: ${JSON.stringify(wrong.issues)}`,
        );
      const checked = validateContent(parsed, content);
      if (checked.valid)
        must(
          Object.keys(checked.content).every((name) => names.includes(name)),
          "Content that no field is named for.",
        );
    }
  },
});
