import { describe, expect, it } from "vitest";
import { asked, createLab } from "./lab.js";

const id = { principal: "alice", server: "Invoices", name: "stripe" };

describe("a secret page", () => {
  it("keeps a single secret without the blanks and line ends it was pasted with", async () => {
    const lab = createLab("custom");
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe", secretTtlMs: 60_000 });
    const alice = lab.browserOf("alice");
    const page = await lab.enter(alice, link);
    for (const nothing of ["", "   ", "\r\n"]) {
      expect((await alice.press(page, "save", { f0: nothing })).status).toBe(422);
    }
    await alice.press(page, "save", { f0: " sk_1\r\n" });
    expect((await lab.vault.get(id))?.reveal()).toBe("sk_1");
    lab.clock.now += 60_000;
    expect(await lab.vault.get(id)).toBeUndefined();
  });

  it("hides what is typed, unless the author says it is no secret", async () => {
    const lab = createLab("custom");
    const link = await lab.pages.secretLink({
      ...asked(lab),
      name: "stripe",
      schema: {
        type: "object",
        properties: {
          key: { type: "string" },
          hook: { type: "string", format: "uri" },
          pin: { type: "integer" },
          account: { type: "string" },
          mail: { type: "string", format: "email" },
          region: { type: "string", enum: ["eu", "us"] },
        },
        required: ["key"],
      },
      plain: ["account"],
    });
    const { body } = await lab.enter(lab.browserOf("alice"), link);
    const typeOf = (name: string): string | undefined =>
      new RegExp(`<input\\s+id="${name}"[^>]*type="(\\w+)"`).exec(body)?.[1];
    expect(["f0", "f1", "f2", "f3", "f4"].map(typeOf)).toEqual([
      "password",
      "password",
      "password",
      "text",
      "email",
    ]);
    expect(body).toContain('type="radio"');
  });

  it("tries a secret out: says what is wrong, saves what works", async () => {
    const lab = createLab("custom");
    const tried: unknown[] = [];
    const link = await lab.pages.secretLink({
      ...asked(lab),
      name: "stripe",
      check: (value) => {
        tried.push(value);
        return value === "good"
          ? { ok: true }
          : { ok: false, message: "This key has been revoked." };
      },
    });
    const alice = lab.browserOf("alice");
    const page = await lab.enter(alice, link);
    const wrong = await alice.press(page, "save", { f0: "bad" });
    expect(wrong.status).toBe(422);
    expect(wrong.body).toContain("This key has been revoked.");
    expect(await lab.vault.get(id)).toBeUndefined();
    expect((await alice.press(wrong, "save", { f0: "good" })).title).toBe(
      "It works, and it is saved",
    );
    expect(await link.completed()).toEqual({ status: "done", checked: true });
    expect(tried).toEqual(["bad", "good"]);
  });

  it("saves nothing when it cannot be tried out, in time or at all", async () => {
    const lab = createLab("custom", { checkTimeoutMs: 20 });
    const alice = lab.browserOf("alice");
    for (const check of [
      () => new Promise<never>(() => {}),
      () => Promise.reject(new Error("no network")),
      () => {
        throw new Error("bug");
      },
    ]) {
      const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe", check });
      const page = await alice.press(await lab.enter(alice, link), "save", { f0: "key" });
      expect(page.body).toContain("could not be tried out just now");
      expect(await link.completed()).toBeUndefined();
    }
    expect(await lab.vault.get(id)).toBeUndefined();
  });

  it("is no machine for trying keys out: ten a minute", async () => {
    const lab = createLab("custom");
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe", check: () => false });
    const alice = lab.browserOf("alice");
    const page = await lab.enter(alice, link);
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries++) {
      statuses.push((await alice.press(page, "save", { f0: `key ${tries}` })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429]);
    lab.clock.now += 60_000;
    expect((await alice.press(page, "save", { f0: "key" })).status).toBe(422);
  });

  it("says that nothing was tried out where the check is not at hand, and uses one that was added", async () => {
    const lab = createLab("custom");
    const asking = { ...asked(lab), name: "stripe", check: () => false };
    const other = lab.again();
    const link = await other.secretLink(asking);
    const alice = lab.browserOf("alice");
    await alice.press(await lab.enter(alice, link), "save", { f0: "key" });
    expect(await link.completed()).toEqual({ status: "done", checked: false });
    expect(lab.logs.join()).toContain("no live check");
    lab.pages.addCheck("Invoices", "stripe", () => true);
    const next = await other.secretLink(asking);
    await alice.press(await lab.enter(alice, next), "save", { f0: "key" });
    expect(await next.completed()).toEqual({ status: "done", checked: true });
  });
});
