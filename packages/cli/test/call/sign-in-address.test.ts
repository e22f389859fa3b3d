import { expect, it } from "vitest";
import { inspectSignIn } from "../../src/call/sign-in/sign-in-address.js";

it("a page to sign in that imitates another is named by the domain that it leads to", async () => {
  const found = await inspectSignIn("https://github.com.login.evil.example/authorize?client_id=1");
  if (!found.ok) throw new Error(found.message);
  expect(found.parts.highlight).toBe("evil.example");
  expect(found.warnings.map(({ message }) => message)).toContain(
    "This address imitates github.com but leads to evil.example. Decline unless you know evil.example.",
  );
});
