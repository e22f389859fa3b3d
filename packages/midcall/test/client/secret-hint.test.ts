import { describe, expect, it } from "vitest";
import { secretFieldsOf } from "../../src/client/secret-hint.js";
import { readSchema } from "../../src/schema/read-schema.js";
import { type Case, HARMLESS, SECRETS } from "../schema/secret-cases.js";

/** Whether a field is warned about: by its name, and by its title. */
function warned(text: string): readonly [byName: boolean, byTitle: boolean] {
  const properties = { [text]: { type: "string" } };
  const titled = { x: { type: "string", title: text } };
  const of = (given: object): boolean =>
    secretFieldsOf(readSchema({ type: "object", properties: given })!).length > 0;
  return [of(properties), of(titled)];
}

const labels = (cases: readonly Case[]): readonly string[] =>
  cases.filter((given) => typeof given === "string");

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

  // The server's guard is the measure: it refuses, so it is the larger and more exact one.
  it("covers most of what the guard of servers knows, and seldom what that lets pass", () => {
    const [secrets, harmless] = [labels(SECRETS), labels(HARMLESS)];
    const found = secrets.filter((text) => warned(text).every(Boolean));
    const alarms = harmless.filter((text) => warned(text).some(Boolean));
    expect(found.length / secrets.length).toBeGreaterThan(0.65);
    expect(alarms.length / harmless.length).toBeLessThan(0.06);
  });

  it("takes linear time", () => {
    const title = `${"pin ".repeat(25_000)}${"aB".repeat(50_000)}${"card ".repeat(20_000)}!`;
    const schema = { fields: [{ kind: "text", name: title, title, required: false }] } as never;
    const start = performance.now();
    secretFieldsOf(schema);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
