import { describe, expect, it } from "vitest";
import { MidcallError } from "../../src/contracts/errors.js";
import { answerSchema } from "../../src/schema/answer-schema.js";
import type { SchemaInput } from "../../src/schema/answer/types.js";
import { assertNoSecrets } from "../../src/schema/secrets/assert-no-secrets.js";
import { allowed, refused, refusedAtRunTime } from "./form-cases.js";

/** The same lists are compared with the types in form-check.test-d.ts. */
function makeForm(schema: unknown): void {
  assertNoSecrets(answerSchema(schema as SchemaInput).requestedSchema, "Please");
}

describe("a form", () => {
  it.each(Object.entries(allowed))("is made of %s", (_name, schema) => {
    makeForm(schema);
  });

  it.each([...Object.entries(refused), ...Object.entries(refusedAtRunTime)])(
    "is not made of %s",
    (_name, schema) => {
      expect(() => makeForm(schema)).toThrow(MidcallError);
    },
  );
});

describe("a library whose schemas have no JSON Schema", () => {
  it.each([
    ["zod/mini", refused["zod/mini"], 'pass z.toJSONSchema(schema, { io: "input" })'],
    ["valibot", refused["valibot as it is"], "wrap it in toStandardJsonSchema()"],
  ])("is refused with what to do: %s", (_name, schema, cure) => {
    expect(() => makeForm(schema)).toThrow(cure);
  });

  it("is checked by the library itself once it is converted", async () => {
    const form = answerSchema(allowed["zod/mini with a transform"]);
    expect(await form.check({ a: "four" })).toMatchObject({ ok: true, data: { a: 4 } });
  });
});
