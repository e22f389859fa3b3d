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
    expect((await alice.press(wrong, "save", { f0: "good" })).title).toBe("Tested and saved");
    expect(await link.completed()).toEqual({ status: "done", checked: true });
    expect(tried).toEqual(["bad", "good"]);
  });

  it("does not say that it works where only its form was looked at", async () => {
    const lab = createLab("custom");
    const check = (): { ok: true; tried: false } => ({ ok: true, tried: false });
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe", check });
    const alice = lab.browserOf("alice");
    const saved = await alice.press(await lab.enter(alice, link), "save", { f0: "key" });
    expect(saved.title).toBe("Saved");
    expect(await link.completed()).toEqual({ status: "done", checked: false });
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
      expect(page.body).toContain("could not be tested right now");
      expect(await link.completed()).toBeUndefined();
    }
    expect(await lab.vault.get(id)).toBeUndefined();
  });

  it.each([
    ["a text", "That is wrong."],
    ["nothing", null],
    ["something like a yes", { ok: "yes" }],
  ])("saves nothing when the check gives %s", async (_, verdict) => {
    const lab = createLab("custom");
    const check = () => verdict as unknown as boolean;
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe", check });
    const alice = lab.browserOf("alice");
    const page = await alice.press(await lab.enter(alice, link), "save", { f0: "key" });
    expect(page.status).toBe(422);
    expect(page.body).toContain("could not be tested");
    expect(lab.logs.join()).toContain("a live check returned neither");
    expect(await lab.vault.get(id)).toBeUndefined();
  });

  it("is tried out by the check of its own link, never that of another person's call", async () => {
    const lab = createLab("custom");
    const tried: string[] = [];
    const linkOf = (principal: string) =>
      lab.pages.secretLink({
        ...asked(lab),
        principal,
        name: "stripe",
        check: (key) => tried.push(`${principal}: ${String(key)}`) > 0,
      });
    const forBob = await linkOf("bob");
    await linkOf("alice");
    const bob = lab.browserOf("bob");
    await bob.press(await lab.enter(bob, forBob), "save", { f0: "key of bob" });
    expect(tried).toEqual(["bob: key of bob"]);
  });

  it("says that it is too long, on the page and where even the form is", async () => {
    const lab = createLab("custom");
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    const alice = lab.browserOf("alice");
    const page = await lab.enter(alice, link);
    const long = await alice.press(page, "save", { f0: "x".repeat(100_000) });
    expect(long.status).toBe(422);
    expect(long.body).toContain("too long to be saved");
    const longer = await alice.press(page, "save", { f0: "x".repeat(300_000) });
    expect(longer.title).toBe("Too much text");
    expect((await alice.press(long, "save", { f0: "short" })).title).toBe("Saved");
  });

  it("keeps the line ends of a long text, hidden all the same, and a default that cannot be seen", async () => {
    const lab = createLab("custom");
    const schema = {
      type: "object",
      properties: {
        pem: { type: "string", maxLength: 5000 },
        port: { type: "integer", default: 443 },
      },
      required: ["pem", "port"],
    } as const;
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe", schema });
    const alice = lab.browserOf("alice");
    const page = await lab.enter(alice, link);
    expect(page.body).toMatch(/<textarea[^>]*name="f0"[^>]*class="veiled"[^>]*><\/textarea>/);
    expect(page.body).toMatch(/name="f1"[^>]*type="password"[^>]*placeholder="443"/);
    const wrong = await alice.press(page, "save", { f0: "-----BEGIN", f1: "x" });
    expect(wrong.body).not.toContain("BEGIN");
    await alice.press(wrong, "save", { f0: "-----BEGIN\r\nkey", f1: "" });
    expect({ ...(await lab.vault.get(id))!.use((value) => value as object) }).toEqual({
      pem: "-----BEGIN\nkey",
      port: "443",
    });
  });

  it("does nothing but for a button of its own", async () => {
    const lab = createLab("custom");
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    const alice = lab.browserOf("alice");
    const page = await lab.enter(alice, link);
    expect((await alice.press(page, undefined, { f0: "key" })).status).toBe(400);
    expect((await alice.press(page, undefined, { f0: "key", action: "other" })).status).toBe(400);
    expect(await link.completed()).toBeUndefined();
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
