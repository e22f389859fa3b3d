import { describe, expect, it } from "vitest";
import { readForm } from "../../src/client/inbox/reading/form-reader.js";

/** Whether a field is warned about: by its name, and by its title. */
function warned(text: string): readonly [byName: boolean, byTitle: boolean] {
  const properties = { [text]: { type: "string" } };
  const titled = { x: { type: "string", title: text } };
  const of = (given: object): boolean => {
    const form = readForm({ type: "object", properties: given }, "Hello");
    return "secretFields" in form && form.secretFields.length > 0;
  };
  return [of(properties), of(titled)];
}

describe("the warning about secrets", () => {
  it.each([
    "creditCard",
    "credit_card_number",
    "cardNumber",
    "Card number",
    "verification code",
    "verificationCode",
    "Security code",
    "SSH key",
    "sshKey",
    "CVV2",
    "cvc",
    "totp",
    "TOTP code",
    "bearer",
    "bearerToken",
    "Bearer token",
    "password",
    "userPassword",
    "apiKey",
    "OPENAI_API_KEY",
    "npm token",
    "Your 4-digit PIN",
    "Social security number",
    "Contraseña",
  ])("is given for %s", (text) => {
    expect(warned(text)).toEqual([true, true]);
  });

  it.each([
    "key",
    "code",
    "postcode",
    "zip code",
    "country code",
    "QR code",
    "token count",
    "max_tokens",
    "author",
    "authority",
    "public key",
    "ssh public key",
    "primary key",
    "password policy",
    "card type",
    "credit card company",
    "security level",
    "verification status",
    "secret santa",
    "spin",
    "bearer name",
    "card",
  ])("is not given for %s", (text) => {
    expect(warned(text)).toEqual([false, false]);
  });

  const fieldsOf = (properties: object, message: string): readonly string[] => {
    const form = readForm({ type: "object", properties }, message);
    return "secretFields" in form ? form.secretFields : expect.unreachable();
  };

  it("is about every field to type in where the message alone asks", () => {
    const properties = {
      answer: { type: "string" },
      other: { type: "integer" },
      color: { type: "string", enum: ["red", "blue"] },
      when: { type: "string", format: "date" },
    };
    expect(fieldsOf(properties, "Password:")).toEqual(["answer", "other"]);
    expect(fieldsOf(properties, "Passengers:")).toEqual([]);
    const both = { ...properties, password: { type: "string" } };
    expect(fieldsOf(both, "Password:")).toEqual(["password"]);
  });

  it("reads forms of servers that keep to no rules", () => {
    expect(fieldsOf({ a: { type: "string", format: "password" } }, "Hello")).toEqual(["a"]);
    expect(fieldsOf({ password: { type: ["string", "null"] } }, "Hello")).toEqual(["password"]);
    expect(fieldsOf({ a: { type: "string", default: "your password" } }, "")).toEqual(["a"]);
    expect(fieldsOf({ a: { type: "string", title: 7, description: null } }, "Hi")).toEqual([]);
    const padded = { a: { type: "string", title: `${"\u200b".repeat(500)}Pass\u2060word` } };
    expect(fieldsOf(padded, "Hello")).toEqual(["a"]);
    const hidden = `${"\u200b".repeat(30_000)}Enter your password`;
    expect(fieldsOf({ a: { type: "string" } }, hidden)).toEqual(["a"]);
  });

  // Quadratic time would be far beyond the time limit of a test.
  it("takes linear time", () => {
    const long = `${"pin ".repeat(25_000)}${"aB".repeat(50_000)}${"card ".repeat(20_000)}!`;
    const found = [long, "ж".repeat(200_000), "пар".repeat(70_000), "code ".repeat(40_000)].map(
      (text) => fieldsOf({ x: { type: "string", default: text } }, text),
    );
    expect(found).toEqual([[], [], [], []]);
  });
});
