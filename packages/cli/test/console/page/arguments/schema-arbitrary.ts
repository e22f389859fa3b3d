import fc from "fast-check";

type Json = Record<string, unknown>;

/** A schema, and a value that is valid for it. */
export interface Sample {
  readonly schema: unknown;
  readonly value: unknown;
}

const NAMES = ["a", "b_c", "__proto__", "constructor", "toString", "", "größe", "length"];
const name = fc.constantFrom(...NAMES);

const own = (entries: readonly (readonly [string, unknown])[]): Json => {
  const object: Json = {};
  for (const [key, value] of entries) {
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return object;
};

/** Spells no word that names a secret, such as "PW": drafts leave out the values of secrets. */
const stringUnit = fc.constantFrom(..."xyzÄ<&\u202e '1");
const words = fc.string({ unit: stringUnit, maxLength: 8 });
const texts = fc.record({ title: words, description: words }, { requiredKeys: [] });

const described = (sample: fc.Arbitrary<Sample>): fc.Arbitrary<Sample> =>
  fc.tuple(sample, texts).map(([{ schema, value }, words]) => ({
    schema: typeof schema === "object" ? { ...words, ...schema } : schema,
    value,
  }));

const string = fc
  .tuple(fc.string({ unit: "grapheme", maxLength: 12 }), fc.boolean())
  .map(([value, bounded]) => ({
    schema: { type: "string", ...(bounded && { minLength: 0, maxLength: 40 }) },
    value,
  }));
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map((value) => ({
    schema: { type: Number.isInteger(value) ? "integer" : "number" },
    value: value === 0 ? 0 : value,
  }));
const boolean = fc.boolean().map((value) => ({ schema: { type: "boolean" }, value }));
const options = fc
  .uniqueArray(fc.oneof(fc.string({ maxLength: 5 }), fc.integer(), fc.constant(null)), {
    minLength: 1,
    maxLength: 6,
  })
  .chain((list) => fc.constantFrom(...list).map((value) => ({ schema: { enum: list }, value })));
const constant = fc
  .jsonValue({ maxDepth: 1, stringUnit })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown)
  .map((value) => ({ schema: { const: value }, value }));
const anything = fc
  .jsonValue({ maxDepth: 2, stringUnit })
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown)
  .map((value) => ({ schema: fc.sample(fc.constantFrom<unknown>(true, {}), 1)[0], value }));

const { value: sampleAt } = fc.letrec<{ value: Sample; object: Sample }>((tie) => {
  const object = fc
    .uniqueArray(
      fc.record({
        name,
        of: tie("value"),
        presence: fc.constantFrom("required", "given", "absent"),
      }),
      { selector: (one) => one.name, maxLength: 4 },
    )
    .chain((members) =>
      fc
        .record({
          additionalProperties: fc.constantFrom<unknown>(undefined, true, { type: "integer" }),
          more: fc.uniqueArray(fc.tuple(fc.constantFrom("x", "y", "valueOf"), fc.integer()), {
            selector: ([key]) => key,
            maxLength: 2,
          }),
        })
        .map(({ additionalProperties, more }) => ({
          schema: {
            type: "object",
            properties: own(members.map((one) => [one.name, one.of.schema])),
            required: members.filter((one) => one.presence === "required").map((one) => one.name),
            ...(additionalProperties !== undefined && { additionalProperties }),
          },
          value: own([
            ...members
              .filter((one) => one.presence !== "absent")
              .map((one) => [one.name, one.of.value] as const),
            ...more,
          ]),
        })),
    );
  const list = fc
    .tuple(tie("value"), fc.integer({ min: 0, max: 3 }), fc.boolean())
    .map(([of, length, tuple]) => ({
      schema: tuple
        ? { type: "array", prefixItems: [of.schema, of.schema], items: true }
        : { type: "array", items: of.schema },
      value: Array.from({ length }, () => of.value),
    }));
  const union = fc
    .tuple(tie("value"), fc.array(tie("value"), { maxLength: 2 }), fc.boolean(), fc.nat(2))
    .map(([of, others, nullable, at]) => {
      const variants = others.map((other) => other.schema);
      variants.splice(at, 0, of.schema);
      if (nullable) variants.push({ type: "null" });
      return { schema: { anyOf: variants }, value: nullable && at === 2 ? null : of.value };
    });
  const value = described(
    fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      string,
      number,
      boolean,
      options,
      constant,
      anything,
      list,
      object,
      union,
    ),
  );
  return { value, object };
});

/** Schemas as servers send them, with a value that is valid. */
export const samples: fc.Arbitrary<Sample> = sampleAt;
