import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import * as z from "zod";
import * as mini from "zod/mini";

/*
 * Schemas that a form can be made of, and schemas that it cannot. The types and the conversion at run time are compared
 * on the same lists: what is allowed is never a compile error.
 */

const Size = { Small: "s", Large: "l" } as const;
const Level = { Low: 1, High: 2 } as const;
interface Tree {
  readonly name: string;
  readonly children: readonly Tree[];
}
const tree: z.ZodType<Tree, Tree> = z.object({
  name: z.string(),
  get children() {
    return z.array(tree);
  },
});
const field = <S extends z.ZodType>(schema: S): z.ZodObject<{ x: S }> => z.object({ x: schema });

/** A form can be made of each of them. */
export const allowed = {
  "no field": z.object({}),
  text: field(z.string()),
  "texts with rules": z.object({ a: z.string().min(1).max(5), b: z.string().regex(/^a+$/) }),
  formats: z.object({
    a: z.email(),
    b: z.url(),
    c: z.uuid(),
    d: z.iso.date(),
    e: z.iso.datetime(),
  }),
  "a template": field(z.templateLiteral(["v", z.number()])),
  numbers: z.object({ a: z.number(), b: z.int().min(1), c: z.float32(), d: z.int32() }),
  "yes or no": z.object({ a: z.boolean(), b: z.literal(true), c: z.stringbool() }),
  choice: field(z.enum(["a", "b"])),
  "an enum by name": z.object({ a: z.enum(Size), b: z.enum(Level) }),
  "a literal": field(z.literal("a")),
  literals: z.object({ a: z.literal(["a", "b"]), b: z.literal([1, 2]) }),
  "a union of literals": field(z.union([z.literal("a"), z.literal("b").meta({ title: "B" })])),
  "a union of numbers": field(z.union([z.literal(1), z.literal(2)])),
  "a union of enums": field(z.union([z.enum(["a"]), z.enum(["b", "c"])])),
  "excluded options": field(z.enum(["a", "b", "c"]).exclude(["a"])),
  several: field(z.array(z.enum(["a", "b"])).min(1)),
  "several literals": field(z.array(z.literal(["a", "b"]))),
  "several titled": field(z.array(z.union([z.literal("a").meta({ title: "A" }), z.literal("b")]))),
  "several of an enum by name": field(z.array(z.enum(Size))),
  "several, read-only": field(z.array(z.enum(["a", "b"])).readonly()),
  optional: z.object({ a: z.string().optional(), b: z.array(z.enum(["a"])).optional() }),
  "default values": z.object({ a: z.string().default("x"), b: z.boolean().prefault(true) }),
  "a default that is computed": field(z.int().default(() => 1)),
  nullish: field(z.string().nullish()),
  "null and a default": field(z.string().nullable().default(null)),
  "null and optional": field(z.enum(["a", "b"]).nullable().optional()),
  branded: z.object({ a: z.string().brand("A"), b: z.string().brand<"B", "in">() }),
  "a branded choice": field(z.enum(["a", "b"]).brand<"C", "inout">()),
  "several of a branded choice": field(z.array(z.enum(["a", "b"]).brand<"C", "inout">())),
  "a transform": field(z.string().transform((text) => text.split(","))),
  "a transform to a date": field(z.iso.date().transform((text) => new Date(text))),
  "a pipe to a date": field(z.string().pipe(z.coerce.date())),
  "a codec": field(
    z.codec(z.iso.datetime(), z.date(), {
      decode: (text) => new Date(text),
      encode: (date) => date.toISOString(),
    }),
  ),
  "a transform of the whole form": z
    .object({ from: z.iso.date(), to: z.iso.date() })
    .transform(({ from, to }) => [new Date(from), new Date(to)]),
  "a refined form": field(z.string()).refine(({ x }) => x !== "y"),
  "coerced values": z.object({ a: z.coerce.number(), b: z.coerce.string(), c: z.coerce.boolean() }),
  "a preprocessed value": field(z.preprocess((value) => value, z.string())),
  "a lazy field": field(z.lazy(() => z.string())),
  "a strict form": z.strictObject({ a: z.string() }),
  "a loose form": z.looseObject({ a: z.string() }),
  "a form with a catchall": z.object({ a: z.string() }).catchall(z.number()),
  "a partial form": z.object({ a: z.string(), b: z.int() }).partial(),
  "an extended form": z.object({ a: z.string() }).extend({ b: z.int() }),
  "an intersection": z.intersection(z.object({ a: z.string() }), z.object({ b: z.int() })),
  "an optional form": z.object({ a: z.string() }).optional(),
  "a read-only form": z.object({ a: z.string() }).readonly(),
  "a single text": z.string(),
  "a single optional number": z.int().optional(),
  "a single yes or no": z.boolean(),
  "a single choice": z.enum(["a", "b"]),
  "a single list of choices": z.array(z.enum(["a", "b"])),
  "a name that resembles a secret": z.object({ passwordLength: z.int(), hasPassword: z.boolean() }),
  "a choice named like a secret": z.object({ password: z.enum(["ask", "skip"]) }),
  "zod/mini, converted": mini.toJSONSchema(
    mini.object({ a: mini.string(), b: mini._default(mini.int(), 1) }),
    { io: "input" },
  ),
  "zod/mini with a transform": mini.toJSONSchema(
    mini.object({
      a: mini.pipe(
        mini.string(),
        mini.transform((text) => text.length),
      ),
    }),
    { io: "input" },
  ),
  arktype: type({
    a: "string",
    b: "number.integer > 0",
    c: "boolean",
    d: "'x' | 'y'",
    "e?": "string.email",
    f: "string = 'x'",
    g: "('x' | 'y')[]",
  }),
  "arktype, a morph": type({ a: "string.date.parse", b: "string.numeric.parse" }),
  "arktype, null and optional": type({ "a?": "string | null" }),
  "arktype, branded": type({ a: "string#id" }),
  "arktype, an intersection": type({ a: "string" }).and({ "b?": "number" }),
  "arktype, a single choice": type("'a' | 'b'"),
  valibot: toStandardJsonSchema(
    v.object({
      a: v.pipe(v.string(), v.minLength(1)),
      b: v.pipe(v.number(), v.integer()),
      c: v.boolean(),
      d: v.picklist(["x", "y"]),
      e: v.optional(v.pipe(v.string(), v.email())),
      f: v.optional(v.string(), "x"),
      g: v.array(v.picklist(["x", "y"])),
      h: v.nullish(v.string()),
      i: v.exactOptional(v.string()),
    }),
  ),
  "valibot, a transform": toStandardJsonSchema(
    v.object({
      a: v.pipe(
        v.string(),
        v.isoDate(),
        v.transform((text) => new Date(text)),
      ),
    }),
  ),
  "valibot, branded": toStandardJsonSchema(v.object({ a: v.pipe(v.string(), v.brand("A")) })),
  "valibot, literals": toStandardJsonSchema(
    v.object({ a: v.union([v.literal("x"), v.literal("y")]), b: v.enum(Size) }),
  ),
  "a requestedSchema": {
    type: "object",
    properties: {
      a: { type: "string", enum: ["x"] },
      b: { type: "array", items: { type: "string", enum: ["x", "y"] } },
      c: { type: "string", oneOf: [{ const: "x", title: "X" }] },
      password: { type: "string", enum: ["ask", "skip"] },
      token: { type: "boolean" },
    },
    required: ["a"],
  },
  choices: ["a", "b"],
  "titled choices": { a: "Aye", type: "Type" },
  "pairs of choices": [{ value: "a", title: "Aye" }],
  "several of choices": [["a", "b"]],
} as const;

/** No form can be made of them, and their types show it. */
export const refused = {
  "a date": field(z.date()),
  "an optional date": field(z.date().optional()),
  "an object": field(z.object({ a: z.string() })),
  "an optional object": field(z.object({ a: z.string() }).optional()),
  "a record": field(z.record(z.string(), z.string())),
  "a free list": field(z.array(z.string())),
  "a free list with a default": field(z.array(z.string()).default([])),
  "a list of numbers": field(z.array(z.number())),
  "a list of literal numbers": field(z.array(z.literal([1, 2]))),
  "a list of objects": field(z.array(z.object({ a: z.string() }))),
  "a list of choices or null": field(z.array(z.enum(["a"]).nullable())),
  "a tuple": field(z.tuple([z.enum(["a"]), z.enum(["b"])])),
  "a union of types": field(z.union([z.string(), z.number()])),
  "a union of a type and an object": field(z.union([z.string(), z.object({ a: z.string() })])),
  "mixed literals": field(z.literal(["a", 1])),
  "text or yes": field(z.union([z.literal("a"), z.boolean()])),
  "null that is required": field(z.string().nullable()),
  "a choice or null that is required": field(z.enum(["a"]).nullable()),
  "only null": field(z.null()),
  "only null, optional": field(z.null().optional()),
  "a bigint": field(z.bigint()),
  "a map": field(z.map(z.string(), z.string())),
  "a set of choices": field(z.set(z.enum(["a", "b"]))),
  "a symbol": field(z.symbol()),
  "an instance": field(z.instanceof(URL)),
  "a file": field(z.file()),
  "any JSON": field(z.json()),
  "a recursive form": tree,
  "a union of forms": z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
  "a discriminated union": z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("a"), a: z.string() }),
    z.object({ kind: z.literal("b"), b: z.string() }),
  ]),
  "a form or null": z.object({ a: z.string() }).nullable(),
  "a single date": z.date(),
  "a single free list": z.array(z.string()),
  "a single text or null": z.string().nullable(),
  "a password": z.object({ user: z.string(), password: z.string() }),
  "an API key": z.object({ api_key: z.string() }),
  "a refresh token": z.object({ "refresh-token": z.string().optional() }),
  "zod/mini": mini.object({ a: mini.string() }),
  "zod/mini, converted, with a date": mini.toJSONSchema(mini.object({ a: mini.date() }), {
    io: "input",
    unrepresentable: "any",
  }),
  "arktype, a date": type({ a: "Date" }),
  "arktype, an object": type({ a: { b: "string" } }),
  "arktype, a free list": type({ a: "string[]" }),
  "arktype, a union": type({ a: "string | number" }),
  "arktype, null that is required": type({ a: "string | null" }),
  "valibot as it is": v.object({ a: v.string() }),
  "valibot, a date": toStandardJsonSchema(v.object({ a: v.date() })),
  "valibot, an object": toStandardJsonSchema(v.object({ a: v.object({ b: v.string() }) })),
  "valibot, a free list": toStandardJsonSchema(v.object({ a: v.array(v.string()) })),
  "valibot, a union": toStandardJsonSchema(v.object({ a: v.union([v.string(), v.number()]) })),
  "valibot, null that is required": toStandardJsonSchema(v.object({ a: v.nullable(v.string()) })),
  "the fields of a form": { a: z.string() },
  "an object in a requestedSchema": { type: "object", properties: { a: { type: "object" } } },
  "a free list in a requestedSchema": {
    type: "object",
    properties: { a: { type: "array", items: { type: "string" } } },
  },
  "a password in a requestedSchema": {
    type: "object",
    properties: { password: { type: "string" } },
  },
  "a requestedSchema of another type": {
    type: "form",
    properties: { a: { type: "string" } },
  },
  "numbers to choose from": [1, 2],
} as const;

/** No form can be made of them, which only the conversion shows: their types are those of other schemas. */
export const refusedAtRunTime = {
  "a caught error": field(z.string().catch("x")),
  "a default that its field refuses": field(z.email().default("")),
  "a date from anything": field(z.coerce.date()),
  anything: field(z.unknown()),
  "any value": field(z.any()),
  "a union with undefined": field(z.string().or(z.undefined()).optional()),
  "a union of texts": field(z.union([z.string(), z.email()])),
  "a list of templates": field(z.array(z.templateLiteral(["v", z.number()]))),
  "a record of choices": z.record(z.enum(["a", "b"]), z.string()),
  "a name that only the guard knows": z.object({ kennwort: z.string() }),
} as const;
