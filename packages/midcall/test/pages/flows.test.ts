import { afterEach, describe, expect, it, vi } from "vitest";
import { asked, createLab, strategies } from "./lab.js";

describe.each(strategies)("a visit, with %s identity", (strategy) => {
  it("takes a secret into the vault and wakes the one who waits", async () => {
    const lab = createLab(strategy);
    const link = await lab.pages.secretLink({ ...asked(lab), name: "stripe" });
    const outcome = link.wait();
    const alice = lab.browserOf("alice");
    const page = await lab.enter(alice, link);
    expect(page.title).toBe("Invoices needs a secret from you");
    const done = await alice.press(page, "save", { f0: "sk_live_1" });
    expect(done.title).toBe("Saved");
    expect(await outcome).toEqual({ status: "done", checked: false });
    const id = { principal: lab.alice, server: "Invoices", name: "stripe" };
    expect((await lab.vault.get(id))?.reveal()).toBe("sk_live_1");
    expect(await link.seen()).toBe("user");
  });

  it("connects an account: PKCE, state, issuer, tokens in the vault", async () => {
    const lab = createLab(strategy);
    const link = await lab.pages.connectLink({ ...asked(lab), provider: "api", scopes: ["read"] });
    const alice = lab.browserOf("alice");
    const page = await lab.enter(alice, link);
    expect(page.body).toContain("api.example.net");
    const done = await alice.press(page, "connect");
    expect(done.title).toBe("Connected");
    expect(await link.completed()).toEqual({ status: "done" });
    const account = { principal: lab.alice, server: "Invoices", provider: "api" };
    const token = await lab.pages.tokens.get(account, ["read"]);
    expect(token?.token.reveal()).toMatch(/^at-alice-there-/);
    expect(await lab.pages.tokens.get(account, ["write"])).toBeUndefined();
  });

  it("asks a question: filled in, looked over, changed, sent", async () => {
    const lab = createLab(strategy);
    const link = await lab.pages.answerLink({
      ...asked(lab),
      requestedSchema: {
        type: "object",
        properties: {
          name: { type: "string", title: "Name" },
          seats: { type: "integer", minimum: 1 },
          terrace: { type: "boolean" },
          size: { type: "string", enum: ["s", "l"] },
          days: { type: "array", items: { type: "string", enum: ["mon", "tue"] } },
        },
        required: ["name", "seats"],
      },
    });
    const alice = lab.browserOf("alice");
    const page = await lab.enter(alice, link);
    expect(page.title).toBe("A question for you");
    const inputs = { f0: "Ada <b>", f1: "0", f2: "yes", f3: "1", f4: ["0", "1"] };
    const wrong = await alice.press(page, "review", inputs);
    expect(wrong.status).toBe(422);
    expect(wrong.body).toContain("Seats: Enter 1 or more.");
    expect(wrong.body).toContain('value="Ada &lt;b&gt;"');
    const review = await alice.press(wrong, "review", { ...inputs, f1: "2" });
    expect(review.title).toBe("Check your answer");
    const back = await alice.press(review, "change");
    expect(back.title).toBe("A question for you");
    const sent = await alice.press(review, "send");
    expect(sent.title).toBe("Sent");
    expect(await link.wait()).toEqual({
      status: "done",
      content: { name: "Ada <b>", seats: 2, terrace: true, size: "l", days: ["mon", "tue"] },
    });
  });

  it("waits for a step elsewhere until the author says it is done", async () => {
    const lab = createLab(strategy);
    const link = await lab.pages.approvalLink({ ...asked(lab), url: "https://pay.example.com/1" });
    const alice = lab.browserOf("alice");
    const page = await lab.enter(alice, link);
    const gone = await alice.pressOnly(page, "go");
    expect(gone.body).toContain('content="0;url=https://pay.example.com/1"');
    expect(await link.completed()).toBeUndefined();
    const waiting = link.wait();
    expect(await lab.pages.complete(link.id)).toBe(true);
    expect(await waiting).toEqual({ status: "done" });
    expect(await lab.pages.complete(link.id)).toBe(false);
    expect((await lab.enter(alice, link)).title).toBe("Done");
  });

  it.each([
    ["decline", "declined"],
    ["cancel", "cancelled"],
  ])("tells a %s as what it is", async (action, status) => {
    const lab = createLab(strategy);
    for (const link of [
      await lab.pages.secretLink({ ...asked(lab), name: "stripe" }),
      await lab.pages.connectLink({ ...asked(lab), provider: "api" }),
      await lab.pages.approvalLink(asked(lab)),
      await lab.pages.answerLink({
        ...asked(lab),
        requestedSchema: { type: "object", properties: { a: { type: "string" } } },
      }),
    ]) {
      const alice = lab.browserOf("alice");
      await alice.press(await lab.enter(alice, link), action);
      expect(await link.completed()).toEqual({ status });
    }
  });

  it("tells an approval on the page itself", async () => {
    const lab = createLab(strategy);
    const link = await lab.pages.approvalLink(asked(lab));
    const alice = lab.browserOf("alice");
    expect((await alice.press(await lab.enter(alice, link), "approve")).title).toBe("Done");
    expect(await link.completed()).toEqual({ status: "done" });
  });
});

describe("a wait whose completed() never settles", () => {
  afterEach(() => void vi.useRealTimers());
  const never = (): Promise<never> => new Promise(() => {});

  it("ends with the link", async () => {
    vi.useFakeTimers();
    const lab = createLab("custom", { now: () => Date.now() });
    const link = await lab.pages.approvalLink({ ...asked(lab), ttlMs: 60_000, completed: never });
    const waited = link.wait();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(await Promise.race([waited, Promise.resolve("waiting")])).toBe("waiting");
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await Promise.race([waited, Promise.resolve("waiting")])).toEqual({ status: "expired" });
  });

  it("ends with the signal, and when the visit is ended from elsewhere", async () => {
    const lab = createLab("custom");
    const link = await lab.pages.approvalLink({ ...asked(lab), completed: never });
    const stop = new AbortController();
    const given = link.wait(stop.signal);
    const other = link.wait();
    stop.abort();
    expect(await given).toBeUndefined();
    await lab.pages.complete(link.id);
    expect(await other).toEqual({ status: "done" });
  });
});

it("a completed() that takes longer than the pauses is still believed", async () => {
  vi.useFakeTimers();
  try {
    const lab = createLab("custom", { now: () => Date.now() });
    let looks = 0;
    const completed = (): Promise<boolean> =>
      new Promise((resolve) => {
        looks += 1;
        setTimeout(() => resolve(true), 25_000);
      });
    const link = await lab.pages.approvalLink({ ...asked(lab), ttlMs: 60_000, completed });
    const waited = link.wait();
    await vi.advanceTimersByTimeAsync(26_000);
    expect(await Promise.race([waited, Promise.resolve("waiting")])).toEqual({ status: "done" });
    expect(looks).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});
