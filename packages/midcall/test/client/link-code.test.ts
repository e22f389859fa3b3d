import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linkCode } from "../../src/client/inbox/reading/link-code.js";
import { scaled } from "../../../../test/night.js";

describe("the code in the message of a link", () => {
  it.each([
    ["Connect GitHub?\n\nThe page asks for this code: K7P-Q4M", "K7P-Q4M"],
    ["The page asks for this code: ABCD-1234", "ABCD-1234"],
    ["Go to the page and enter the code WDJB-MJHT.", "WDJB-MJHT"],
    ["Enter this code:\n\n  WDJB-MJHT", "WDJB-MJHT"],
    ["Your code is 482913", "482913"],
    ["Your code is: 482913.", "482913"],
    ["code: 1234", "1234"],
    ["code=1234", "1234"],
    ["Code: “AB12CD”", "AB12CD"],
    ["Use the code (CX9-ABC) there.", "CX9-ABC"],
    ["Verification code: 123 456", "123 456"],
    ["Use **code: `1234-5678`**", "1234-5678"],
    ["code: a1b2c3", "a1b2c3"],
    ["Device code: BCDFGHJK", "BCDFGHJK"],
    ["PIN: 0042", "0042"],
    ["Su código: 7788-9900", "7788-9900"],
    ["您的验证码：123456", "123456"],
    ["Code: AB-12. Again, the code: AB-12.", "AB-12"],
  ])("of %j is %s", (message, code) => {
    expect(linkCode(message)).toBe(code);
  });

  it.each([
    "",
    "Sign in to go on.",
    "Enter the code below.",
    "This is a code: never share it.",
    "This is a code: NEVER share it.",
    "Enter the code BELOW.",
    "The code was sent to you by e-mail.",
    "Scan the QR code with your phone.",
    "Error code: 4004",
    "The server answered with status code 5003.",
    "Area code: 0049",
    "Postal code 90210",
    "Promo code: SAVE2026",
    "barcode 12345678",
    "code_1234: x",
    // Too short, too long, or only a part of something longer.
    "code: 123",
    `code: ${"A1".repeat(9)}`,
    "code: ghp_abcdef0123456789",
    "code: 1234.56",
    "code: 1234@evil.example",
    "code: 1234/path",
    "code: https://evil.example",
    "code: ABC-123-",
    // Letters that only look Latin.
    "code: ABC-12\u0410",
    "code: \u0410BC-123",
    "code: \u212aBC-123",
  ])("is not read from %j", (message) => {
    expect(linkCode(message)).toBeUndefined();
  });

  it("is not chosen among several", () => {
    expect(linkCode("This is the code: AAA-111\n\nThe page asks for this code: BBB-222")).toBe(
      undefined,
    );
  });

  it("is not taken from a long text", () => {
    const code = "The page asks for this code: K7P-Q4M";
    expect(linkCode(`${"x".repeat(2000 - code.length - 1)} ${code}`)).toBe("K7P-Q4M");
    expect(linkCode(`${"x".repeat(2000 - code.length)} ${code}`)).toBeUndefined();
    expect(linkCode(`${code} ${"code: 1 ".repeat(2000)}`)).toBeUndefined();
  });

  it("is short ASCII text from the message, whatever the message is", () => {
    const part = fc.constantFrom(
      "code",
      ": ",
      " is ",
      "A1",
      "-",
      " ",
      "\n",
      "12345",
      "é",
      "(",
      ".",
    );
    const message = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc.array(part, { maxLength: 40 }).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(message, (text) => {
        const code = linkCode(text);
        if (code === undefined) return;
        expect(text).toContain(code);
        expect(code).toMatch(/^[A-Za-z\d]+(?:[ -][A-Za-z\d]+)*$/);
        expect(code.length).toBeLessThanOrEqual(20);
      }),
      { numRuns: scaled(400, 2000) },
    );
  });
});
