import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { findSecretFields } from "../../src/schema/index.js";
import { assertNoSecrets } from "../../src/schema/secrets/assert-no-secrets.js";
import { plainWords } from "../../src/schema/secrets/words.js";
import { SecretFieldError } from "../../src/schema/secrets/secret-field-error.js";
import type { RequestedSchema } from "../../src/schema/index.js";
import type { FieldSchema } from "../../src/schema/requested-schema.js";
import { type Case, HARMLESS, SECRETS } from "./secret-cases.js";

/** A string is tried as the name of a field and as the title of a field named `value`. */
function found(given: Case): number {
  if (typeof given === "string") return Math.min(ask({ name: given }), ask({ title: given }));
  return ask(given);
}

function fired(given: Case): number {
  if (typeof given === "string") return Math.max(ask({ name: given }), ask({ title: given }));
  return ask(given);
}

function ask({
  name = "value",
  title,
  description,
  message,
  type = "string",
}: Record<string, string | undefined>): number {
  const field = {
    type,
    ...(title && { title }),
    ...(description && { description }),
  } as FieldSchema;
  const schema: RequestedSchema = { type: "object", properties: { [name]: field } };
  return findSecretFields(schema, message).length;
}

const CASES = (list: readonly Case[]): [string, Case][] =>
  list.map((item) => [typeof item === "string" ? item : JSON.stringify(item), item]);

describe("the guard against secrets in forms", () => {
  it("has enough cases", () => {
    expect(SECRETS.length).toBeGreaterThanOrEqual(120);
    expect(HARMLESS.length).toBeGreaterThanOrEqual(120);
  });

  it.each(CASES(SECRETS))("spots %s", (_, given) => {
    expect(found(given)).toBeGreaterThan(0);
  });

  it.each(CASES(HARMLESS))("lets %s pass", (_, given) => {
    expect(fired(given)).toBe(0);
  });

  const field = (schema: FieldSchema): RequestedSchema => ({
    type: "object",
    properties: { password: schema },
  });

  it("ignores fields nobody types a secret into", () => {
    expect(findSecretFields(field({ type: "boolean", title: "Remember my password" }))).toEqual([]);
    expect(findSecretFields(field({ type: "string", enum: ["password", "token"] }))).toEqual([]);
    expect(
      findSecretFields(field({ type: "array", items: { type: "string", enum: ["password"] } })),
    ).toEqual([]);
    expect(findSecretFields(field({ type: "string", format: "date" }))).toEqual([]);
    expect(findSecretFields(field({ type: "boolean" }), "Enter your password")).toEqual([]);
  });

  it("reports one finding for each field, with its kind and source, and one for the message", () => {
    const schema: RequestedSchema = {
      type: "object",
      properties: {
        password: { type: "string", title: "Password", description: "Your password" },
        a: { type: "string", title: "API key" },
        b: { type: "integer", description: "Your card PIN, PIN code" },
        c: { type: "string" },
      },
    };
    expect(findSecretFields(schema, "Enter your one-time code")).toEqual([
      { field: "password", source: "name", kind: "password" },
      { field: "a", source: "title", kind: "API key" },
      { field: "b", source: "description", kind: "PIN" },
      { field: "", source: "message", kind: "one-time code" },
    ]);
  });

  it("refuses with the field and the right places, unless overridden with a reason", () => {
    const schema = field({ type: "string" });
    let error: unknown;
    try {
      assertNoSecrets(schema, "Hello");
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(SecretFieldError);
    expect(error).toMatchObject({
      code: "ERR_MIDCALL_SECRET_FIELD",
      findings: [{ field: "password" }],
    });
    expect((error as Error).message).toMatch(
      /"password".*URL mode.*configuration.*allowSensitive/s,
    );
    expect(() => assertNoSecrets(schema, "Hello", "  ")).toThrow(SecretFieldError);
    expect(() => assertNoSecrets(schema, "Hello", true as unknown as string)).toThrow(
      SecretFieldError,
    );
    expect(() => assertNoSecrets(schema, "Hello", "printed on the door")).not.toThrow();
    expect(() => assertNoSecrets(field({ type: "boolean" }), "Enter")).not.toThrow();
  });

  // Anything worse than linear does not come back within the time-out.
  it("gets through long and hostile texts", () => {
    for (const text of [
      "a".repeat(200_000),
      "password ".repeat(20_000),
      "enter your ".repeat(20_000),
      "card ".repeat(40_000),
      "A1".repeat(99_999),
    ]) {
      const found = findSecretFields(
        { type: "object", properties: { x: { type: "string", title: text, description: text } } },
        text,
      );
      expect(Array.isArray(found)).toBe(true);
    }
  });

  it("reads ASCII, which takes a shorter way, as it reads other text", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary-ascii", maxLength: 8 }),
      fc.constantFrom("Pa55word", "p@$$", "sk-ant-ab12", "ghp_", "apiKey", "APIKey2", "#", " "),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.nat(100), (pieces, place) => {
        const text = pieces.join("");
        const at = place % (text.length + 1);
        const invisible = `${text.slice(0, at)}\u00ad${text.slice(at)}`;
        expect(plainWords(text)).toBe(plainWords(invisible));
      }),
    );
  });
});
