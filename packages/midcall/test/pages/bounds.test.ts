import { expect, it } from "vitest";
import { asked, createLab } from "./lab.js";

it("sessionMs: who signed in is known for that long, and has to sign in again after it", async () => {
  const lab = createLab("oidc", { sessionMs: 60_000 });
  const alice = lab.browserOf("alice");
  const titleOf = async (): Promise<string> => {
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    return (await alice.open(link.url)).title;
  };
  const first = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
  expect((await lab.enter(alice, first)).title).toBe("Invoices needs a secret from you");
  lab.clock.now += 59_000;
  expect(await titleOf()).toBe("Invoices needs a secret from you");
  lab.clock.now += 1_000;
  expect(await titleOf()).toMatch(/^Sign in/);
});

it("limits.bodyBytes: a form is read so far, and refused with 413 beyond", async () => {
  const lab = createLab("custom", { limits: { perAddress: Infinity, bodyBytes: 2000 } });
  const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
  const alice = lab.browserOf("alice");
  const page = await lab.enter(alice, link);
  const large = await alice.press(page, "save", { f0: "x".repeat(2000) });
  expect(large.status).toBe(413);
  expect(await link.completed()).toBeUndefined();
  const fits = await alice.press(page, "save", { f0: "x".repeat(1500) });
  expect(fits.title).toBe("Saved");
});
