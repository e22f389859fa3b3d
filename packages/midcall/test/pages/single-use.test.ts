import { describe, expect, it } from "vitest";
import { openStore, asked, createLab, strategies } from "./lab.js";

const schema = {
  type: "object",
  properties: { a: { type: "string" } },
  required: ["a"],
} as const;

describe.each(strategies)("a link is good once, with %s identity", (strategy) => {
  it("shows how it ended when it is opened again, and after the back button", async () => {
    const lab = createLab(strategy);
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    const alice = lab.browserOf("alice");
    const page = await lab.enter(alice, link);
    await alice.press(page, "save", { f0: "first" });
    expect((await alice.open(page.url)).title).toBe("Saved");
    expect((await lab.enter(alice, link)).title).toBe("Saved");
    // Back to the form as the browser kept it, and sent once more.
    const again = await alice.press(page, "save", { f0: "second" });
    expect([again.status, again.title]).toEqual([409, "Saved"]);
    for (const action of ["decline", "cancel"]) {
      expect((await alice.press(page, action)).status).toBe(409);
    }
    const id = { principal: lab.alice, server: "Invoices", name: "stripe" };
    expect((await lab.vault.get(id))?.reveal()).toBe("first");
    expect(await link.completed()).toEqual({ status: "done", checked: false });
  });

  it("has one winner when two tabs send at the same moment", async () => {
    const lab = createLab(strategy);
    const alice = lab.browserOf("alice");
    for (let round = 0; round < 20; round++) {
      const link = await lab.pages.answerLink({ ...asked(lab), requestedSchema: schema });
      const form = await lab.enter(alice, link);
      const one = await alice.press(form, "review", { f0: "one" });
      const two = await alice.press(form, "review", { f0: "two" });
      const results = await Promise.all([
        alice.clone().pressOnly(one, "send"),
        alice.clone().pressOnly(two, "send"),
        alice.clone().pressOnly(two, "decline"),
      ]);
      expect(results.map(({ status }) => status).toSorted()).toEqual([303, 409, 409]);
      const outcome = await link.completed();
      const winner = results.findIndex(({ status }) => status === 303);
      expect(outcome).toEqual(
        [
          { status: "done", content: { a: "one" } },
          { status: "done", content: { a: "two" } },
          { status: "declined" },
        ][winner],
      );
    }
  });

  it("keeps two visits in two tabs apart", async () => {
    const lab = createLab(strategy);
    const alice = lab.browserOf("alice");
    const first = await lab.pages.secretLink({ ...asked(lab), name: "one" });
    const second = await lab.pages.secretLink({ ...asked(lab), name: "two" });
    const [one, two] = [await lab.enter(alice, first), await lab.enter(alice, second)];
    // The proof of one form is no proof for the other.
    const crossed = one.body.match(/name="proof" value="([^"]*)"/)![1]!;
    const mixed = await alice.pressOnly(two, "save", { f0: "x", proof: crossed });
    expect(mixed.status).toBe(403);
    expect((await alice.press(one, "save", { f0: "key one" })).title).toBe("Saved");
    expect((await alice.press(two, "save", { f0: "key two" })).title).toBe("Saved");
    const value = async (name: string): Promise<unknown> =>
      (await lab.vault.get({ principal: lab.alice, server: "Invoices", name }))?.reveal();
    expect([await value("one"), await value("two")]).toEqual(["key one", "key two"]);
  });

  it("expires: nothing is taken any more, and the one who waits is told", async () => {
    const lab = createLab(strategy);
    const alice = lab.browserOf("alice");
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe", ttlMs: 60_000 });
    const page = await lab.enter(alice, link);
    lab.clock.now += 60_000;
    const late = await alice.press(page, "save", { f0: "late" });
    expect([late.status, late.title]).toEqual([410, "This link has expired"]);
    expect(await link.wait()).toEqual({ status: "expired" });
    expect(await lab.pages.complete(link.id)).toBe(false);
    const id = { principal: lab.alice, server: "Invoices", name: "stripe" };
    expect(await lab.vault.get(id)).toBeUndefined();
  });

  it("says so when only somebody else came", async () => {
    const lab = createLab(strategy);
    const bob = lab.browserOf("bob");
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    await lab.enter(bob, { ...link, code: "AAA-AAA" });
    // A look-ahead is nobody's visit.
    await bob.send(link.url, { method: "HEAD" });
    lab.clock.now = link.expiresAt;
    // On one's own machine nobody is known before the code is.
    const status = strategy === "local" ? "expired" : "wrong-user";
    expect(await link.completed()).toEqual({ status });
    expect((await lab.pages.follow(link.id).wait())?.status).toBe(status);
    await lab.flushAudit();
    expect(lab.audit.entries().map(({ action, reason }) => [action, reason])).toEqual([
      ...(strategy === "local" ? [] : [[undefined, "opened by another user"]]),
      ["unanswered", status],
    ]);
  });

  it("changes nothing when it is only looked at", async () => {
    const lab = createLab(strategy);
    const alice = lab.browserOf("alice");
    const link = await lab.pages.approvalLink(asked(lab));
    await lab.enter(alice, link);
    for (const query of ["?action=approve", "?action=decline", "?action=cancel"]) {
      for (const method of ["GET", "HEAD"]) await alice.send(link.url + query, { method });
    }
    expect(await link.completed()).toBeUndefined();
  });

  it("refuses forms from other sites, and those without a proof, and keeps what was typed", async () => {
    const lab = createLab(strategy);
    const alice = lab.browserOf("alice");
    const link = await lab.pages.answerLink({ ...asked(lab), requestedSchema: schema });
    const page = await lab.enter(alice, link);
    const proof = page.body.match(/name="proof" value="([^"]*)"/)![1]!;
    const post = (body: Record<string, string>, headers: Record<string, string>): Promise<number> =>
      alice
        .send(page.url, {
          method: "POST",
          body: new URLSearchParams(body).toString(),
          headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        })
        .then(({ status }) => status);
    const right = { action: "send", f0: "x", proof };
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { origin: "https://evil.example" },
      { origin: "http://127.0.0.1:9999" },
    ] as Record<string, string>[]) {
      expect(await post(right, headers)).toBe(403);
    }
    for (const made of ["", "x", `${proof}x`, proof.slice(1), "A".repeat(43), "A".repeat(10_000)]) {
      expect(await post({ ...right, proof: made }, {})).toBe(403);
    }
    expect(await link.completed()).toBeUndefined();
    const kept = await alice.pressOnly(page, "review", { proof: "x", f0: "What I typed" });
    expect(kept.status).toBe(403);
    expect(kept.body).toContain("What I typed");
    expect(await post(right, { "sec-fetch-site": "same-origin", origin: "null" })).toBe(303);
  });

  it("answers a form with a redirect, so that back and reload send nothing again; tells others nothing of it", async () => {
    const lab = createLab("custom");
    const schema = {
      type: "object",
      properties: { account: { type: "string" }, key: { type: "string", minLength: 8 } },
      required: ["account", "key"],
    } as const;
    const link = await lab.pages.secretLink({
      ...asked(lab),
      name: "stripe",
      schema,
      plain: ["account"],
    });
    const alice = lab.browserOf("alice");
    const page = await lab.enter(alice, link);
    const sent = await alice.pressOnly(page, "save", { f0: "acct-1", f1: "c4n4ry" });
    expect(sent.status).toBe(303);
    const wrong = await alice.arrive(sent);
    expect(wrong.url).toBe(`${link.url}?again`);
    for (const seen of [wrong, await alice.open(wrong.url)]) {
      expect(seen.body).toContain("at least 8 characters");
      expect(seen.body).toContain("acct-1");
    }
    // Neither in clear nor sealed: what was hidden is not kept at all.
    expect(lab.store.values().join()).not.toMatch(/c4n4ry|acct-1/);
    expect(wrong.body).not.toContain("c4n4ry");
    expect((await alice.open(link.url)).body).not.toContain("acct-1");
    // Her other browser, and somebody else.
    expect((await lab.browserOf("alice").open(wrong.url)).body).not.toContain("acct-1");
    expect((await lab.browserOf("bob").open(wrong.url)).status).toBe(404);
    const taken = alice.clone();
    taken.cookies.get("mcp.example.org")!.set("site-user", "bob");
    expect((await taken.open(wrong.url)).status).toBe(404);
    const done = await alice.press(wrong, "save", { f0: "acct-1", f1: "long enough" });
    expect(done.title).toBe("Saved");
    expect((await alice.open(wrong.url)).title).toBe("Saved");

    const question = await lab.pages.answerLink({
      ...asked(lab),
      requestedSchema: { type: "object", properties: { a: { type: "string" } } },
    });
    const asks = await lab.enter(alice, question);
    const review = await alice.press(asks, "review", { f0: "an answer" });
    expect(review.url).toBe(`${question.url}?review`);
    const change = await alice.press(review, "change");
    expect(change.url).toBe(`${question.url}?again`);
    expect(change.body).toContain('value="an answer"');
    expect((await alice.press(await alice.open(review.url), "send")).title).toBe("Sent");
  });

  it("takes a form only from the browser it was made for", async () => {
    const lab = createLab(strategy);
    const link = await lab.pages.approvalLink(asked(lab));
    const page = await lab.enter(lab.browserOf("alice"), link);
    // The same person, elsewhere.
    const other = lab.browserOf("alice");
    await lab.enter(other, link);
    expect((await other.pressOnly(page, "approve")).status).toBe(403);
    expect(await link.completed()).toBeUndefined();
  });

  it("goes on in another process, and after a restart", async () => {
    const lab = createLab(strategy);
    const alice = lab.browserOf("alice");
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    const page = await lab.enter(alice, link);
    const other = lab.again();
    const waiting = other.follow(link.id).wait();
    const path = new URL(page.url).pathname;
    const body = new URLSearchParams({
      proof: page.body.match(/name="proof" value="([^"]*)"/)![1]!,
      action: "save",
      f0: "key",
    });
    const cookie = [...(alice.cookies.get(new URL(lab.base).hostname) ?? [])]
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
    const response = await other.fetch(
      new Request(new URL(path, lab.base), {
        method: "POST",
        body,
        headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
      }),
    );
    expect(response.status).toBe(303);
    expect(await waiting).toEqual({ status: "done", checked: false });
  });
});

describe("the end of a visit", () => {
  it("leaves a visit open when the vault fails, and says so to the person alone", async () => {
    const lab = createLab("custom");
    let broken = true;
    const pages = lab.again({
      vault: {
        ...lab.vault,
        put: (id, value) =>
          broken
            ? Promise.reject(new Error(`no room for ${String(value)}`))
            : lab.vault.put(id, value),
      },
    });
    const link = await pages.secretLink({ ...asked(lab), name: "stripe" });
    const path = { "content-type": "application/x-www-form-urlencoded", cookie: "" };
    const first = await pages.fetch(
      new Request(link.url, { headers: { cookie: "site-user=alice" } }),
    );
    path.cookie = `site-user=alice; ${first.headers.getSetCookie()[0]!.split(";")[0]!}`;
    const proof = (await first.text()).match(/name="proof" value="([^"]*)"/)![1]!;
    const save = (): Promise<Response> =>
      pages.fetch(
        new Request(link.url, {
          method: "POST",
          headers: path,
          body: new URLSearchParams({ proof, action: "save", f0: "sk_canary" }),
        }),
      );
    const failed = await save();
    expect(failed.status).toBe(503);
    expect(await failed.text()).not.toContain("sk_canary");
    expect(lab.logs.join()).not.toContain("sk_canary");
    expect(await link.completed()).toBeUndefined();
    broken = false;
    expect((await save()).status).toBe(303);
  });

  it("is 'failed' when the process died while finishing, not 'expired'", async () => {
    const lab = createLab("custom");
    const link = await lab.pages.approvalLink(asked(lab));
    // The one use is taken, and the process is gone before it could say how it ended.
    await lab.store.take(`midcall:page:open:${link.id}`);
    expect(await link.completed()).toBeUndefined();
    lab.clock.now = link.expiresAt;
    expect(await link.completed()).toBeUndefined();
    lab.clock.now += 30_000;
    expect(await link.completed()).toEqual({ status: "failed", reason: "interrupted" });
  });

  it("wakes a wait by the author's own look, and ends a wait by its signal", async () => {
    const lab = createLab("custom");
    let paid = false;
    const completed = async (): Promise<boolean> => paid;
    const link = await lab.pages.approvalLink({
      ...asked(lab),
      url: "https://pay.example.com/1",
      completed,
    });
    const stop = new AbortController();
    const given = link.wait(stop.signal);
    stop.abort();
    expect(await given).toBeUndefined();
    const waiting = lab.pages.follow(link.id, { completed }).wait();
    paid = true;
    expect(await waiting).toEqual({ status: "done" });
  });

  it("tells whoever listens in the process that ends a visit, whatever they do with it", async () => {
    const lab = createLab("custom");
    const told: unknown[] = [];
    lab.pages.onEnd(() => {
      throw new Error("not my problem");
    });
    const stop = lab.pages.onEnd((id, { status }) => told.push([id, status]));
    const link = await lab.pages.approvalLink(asked(lab));
    const late = await lab.pages.approvalLink({ ...asked(lab), ttlMs: 1 });
    const unheard = await lab.pages.approvalLink(asked(lab));
    const alice = lab.browserOf("alice");
    await alice.press(await lab.enter(alice, link), "decline");
    lab.clock.now += 1;
    await late.completed();
    stop();
    await lab.pages.complete(unheard.id);
    expect(told).toEqual([
      [link.id, "declined"],
      [late.id, "expired"],
    ]);
  });

  it("tells the end an author gives", async () => {
    const lab = createLab("custom");
    for (const outcome of [
      { status: "declined" },
      { status: "cancelled" },
      { status: "failed", reason: "card refused" },
    ] as const) {
      const link = await lab.pages.approvalLink(asked(lab));
      expect(await lab.pages.complete(link.id, outcome)).toBe(true);
      expect(await link.completed()).toEqual(outcome);
    }
    expect(await lab.pages.complete("nobody's")).toBe(false);
  });

  it("leaves nothing readable in the store", async () => {
    const lab = createLab("oidc");
    const store = openStore(() => lab.clock.now);
    const pages = lab.again({ store });
    const link = await pages.answerLink({
      ...asked(lab),
      principal: "alice-the-principal",
      message: "readable-message",
      requestedSchema: schema,
    });
    await pages.complete(link.id, { status: "done", content: { a: "readable-answer" } });
    const token = new URL(link.url).pathname.split("/").at(-1)!;
    const bytes = store.values().join("\n");
    for (const text of ["alice-the-principal", "readable", token])
      expect(bytes).not.toContain(text);
    expect(bytes).toContain(link.id);
  });
});
