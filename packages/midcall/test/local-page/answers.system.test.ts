import { describe, expect, it } from "vitest";
import type { LocalResponse } from "../../src/contracts/local-pages.js";
import { createLab, object, SURE, wordsOf } from "./lab.js";

describe("a question on the local page", () => {
  it("says who asks what, for which tool, and takes the answer to its form", async () => {
    await using lab = createLab();
    const { answers } = await lab.ask({ tool: "send_invoice", message: "Who signs?" });
    expect(lab.opened).toEqual([
      expect.stringMatching(/^http:\/\/127(?:\.\d+){3}:\d+\/o\/[\w-]{43}$/),
    ]);
    const { browser, page } = await lab.arrive();
    expect(page.url).toMatch(/\/q\/[\w-]{43}\/[\w-]{43}\?opened$/);
    expect(wordsOf(page)).toContain(
      "Invoices asks, for its tool send_invoice A question for you Who signs? Your name",
    );
    const sent = await browser.press(page, "answer", { f0: "Ada" });
    expect(sent.title).toBe("Sent");
    expect(answers).toEqual([{ action: "accept", content: { name: "Ada" } }]);
  });

  it.each<[string, string, LocalResponse]>([
    ["yes", "Sent", { action: "accept", content: { ok: true } }],
    ["no", "Sent", { action: "accept", content: { ok: false } }],
    ["decline", "You declined", { action: "decline" }],
    ["cancel", "Cancelled", { action: "cancel" }],
  ])("takes %s with one click", async (button, title, response) => {
    await using lab = createLab();
    const { answers } = await lab.ask({ requestedSchema: SURE });
    const { browser, page } = await lab.arrive();
    expect((await browser.press(page, button)).title).toBe(title);
    expect(answers).toEqual([response]);
  });

  it("shows a wrong answer again with what is wrong, and delivers nothing", async () => {
    await using lab = createLab();
    const seats = { type: "integer", title: "Seats", minimum: 1, maximum: 60 };
    const { answers } = await lab.ask({ requestedSchema: object({ seats }) });
    const { browser, page } = await lab.arrive();
    const again = await browser.press(page, "answer", { f0: "many" });
    expect(again.status).toBe(422);
    expect(again.title).toBe("Please fix the following: A question for you");
    expect(again.body).toContain('value="many"');
    expect(answers).toEqual([]);
    expect((await browser.press(again, "answer", { f0: "7" })).title).toBe("Sent");
    expect(answers).toEqual([{ action: "accept", content: { seats: 7 } }]);
  });

  it("is reviewed where the pages review it, and can be changed there", async () => {
    await using lab = createLab();
    const { answers } = await lab.ask({
      requestedSchema: object({
        name: { type: "string", title: "Your name", default: "Ada" },
        city: { type: "string", title: "City" },
      }),
    });
    const { browser, page } = await lab.arrive();
    const review = await browser.press(page, "review", { f0: "Ada", f1: "Paris" });
    expect(review.title).toBe("Check your answer");
    expect(wordsOf(review)).toContain("Ada suggested by the server City Paris");
    const edited = await browser.press(review, "change");
    expect(edited.body).toContain('value="Paris"');
    await browser.press(await browser.press(edited, "review", { f0: "Ada", f1: "Rome" }), "send");
    expect(answers).toEqual([{ action: "accept", content: { name: "Ada", city: "Rome" } }]);
  });

  it("shows why an earlier answer was refused, and that answer", async () => {
    await using lab = createLab();
    await lab.ask({ previous: { name: "Bob" }, reason: "Bob is on holiday." });
    const { page } = await lab.arrive();
    expect(wordsOf(page)).toContain("Bob is on holiday.");
    expect(page.body).toContain('value="Bob"');
  });

  it("has the texts that were given", async () => {
    await using lab = createLab({ messages: { send: "Absenden", lang: "de" } });
    await lab.ask();
    const { page } = await lab.arrive();
    expect(page.body).toContain('lang="de"');
    expect(wordsOf(page)).toContain("Absenden");
  });

  it("is refused when it has neither a valid form nor a link", async () => {
    await using lab = createLab();
    await expect(lab.ask({ requestedSchema: undefined as never })).rejects.toThrow(
      "requestedSchema",
    );
    await expect(lab.ask({ mode: "url" })).rejects.toThrow("absolute URL");
    await expect(lab.ask({ requestedSchema: { type: "array" } as never })).rejects.toThrow();
    expect(lab.opened).toEqual([]);
  });
});

describe("an answer", () => {
  it("is said to be sent only when it was taken, and a second one meanwhile is not delivered", async () => {
    await using lab = createLab();
    const taken: LocalResponse[] = [];
    let take: () => void = () => {};
    const delivered = new Promise<void>((deliver) => {
      void lab.ask({
        requestedSchema: SURE,
        onAnswer: (response) => {
          taken.push(response);
          deliver();
          return new Promise((resolve) => (take = resolve));
        },
      });
    });
    await expect.poll(() => lab.opened.length).toBe(1);
    const { browser, page } = await lab.arrive();
    const first = browser.press(page, "yes");
    await delivered;
    const second = await browser.press(page, "no");
    expect([second.status, second.title]).toEqual([409, "One moment"]);
    expect((await browser.open(page.url)).title).toBe("One moment");
    take();
    expect((await first).title).toBe("Sent");
    expect(taken).toEqual([{ action: "accept", content: { ok: true } }]);
  });

  it("is delivered once: another tab and a form that is sent again see what counts", async () => {
    await using lab = createLab();
    const { answers } = await lab.ask({ requestedSchema: SURE });
    const { browser, page } = await lab.arrive();
    const other = await browser.open(page.url);
    await browser.press(page, "yes");
    for (const [tab, button] of [
      [page, "yes"],
      [other, "no"],
      [other, "decline"],
    ] as const) {
      const late = await browser.press(tab, button);
      expect([late.status, late.title]).toEqual([409, "Sent"]);
      expect(wordsOf(late)).toContain("Your answer Delete 47 files? Yes");
    }
    expect((await browser.open(page.url)).title).toBe("Sent");
    expect(answers).toHaveLength(1);
  });

  it("that was not taken is not said to be sent, and can be sent again", async () => {
    await using lab = createLab();
    let fails = true;
    const taken: LocalResponse[] = [];
    await lab.ask({
      async onAnswer(response) {
        if (fails) throw new Error("no store");
        taken.push(response);
      },
    });
    const { browser, page } = await lab.arrive();
    const unsure = await browser.press(page, "answer", { f0: "Ada" });
    expect([unsure.status, unsure.title]).toEqual([503, "Your assistant may not know yet"]);
    expect(lab.logs.join()).toContain("an answer was not taken (Error)");
    expect(lab.logs.join()).not.toContain("Ada");
    fails = false;
    expect((await browser.press(unsure, undefined)).title).toBe("Sent");
    expect(taken).toEqual([{ action: "accept", content: { name: "Ada" } }]);
  });

  it("that was not taken because the question was closed meanwhile is said to be too late", async () => {
    await using lab = createLab();
    const asked = lab.ask({
      async onAnswer() {
        (await asked).shown!.close("answered");
        throw new Error("too late");
      },
    });
    await asked;
    const { browser, page } = await lab.arrive();
    const late = await browser.press(page, "answer", { f0: "Ada" });
    expect([late.status, late.title]).toEqual([410, "This question was answered elsewhere"]);
    expect(wordsOf(late)).toContain("What you entered was not sent Your name Ada");
  });

  it("that was taken counts, although the question was closed because of it", async () => {
    await using lab = createLab();
    const asked = lab.ask({
      async onAnswer() {
        (await asked).shown!.close("answered");
      },
    });
    await asked;
    const { browser, page } = await lab.arrive();
    expect((await browser.press(page, "answer", { f0: "Ada" })).title).toBe("Sent");
  });
});

describe("a question that is over", () => {
  it.each([
    ["withdrawn", "This question was withdrawn"],
    ["answered", "This question was answered elsewhere"],
    ["expired", "This question has expired"],
  ] as const)("because it was %s says so, and shows what came too late", async (why, title) => {
    await using lab = createLab();
    const { shown, answers } = await lab.ask();
    const { browser, page } = await lab.arrive();
    shown!.close(why);
    shown!.close("withdrawn");
    const late = await browser.press(page, "answer", { f0: "Ada" });
    expect([late.status, late.title]).toEqual([410, title]);
    expect(wordsOf(late)).toContain("Nothing was sent");
    expect(wordsOf(late)).toContain("What you entered was not sent Your name Ada");
    const reloaded = await browser.open(page.url);
    expect([reloaded.status, reloaded.title]).toEqual([410, title]);
    expect(answers).toEqual([]);
  });

  it("takes an answer until the moment it expires", async () => {
    await using lab = createLab();
    const { answers } = await lab.ask({ expiresAt: lab.clock.now + 1000 });
    await lab.ask({ expiresAt: lab.clock.now + 1000 });
    const { browser, page } = await lab.arrive();
    lab.clock.now += 999;
    const next = await browser.press(page, "answer", { f0: "Ada" });
    expect(answers).toHaveLength(1);
    expect(next.title).toBe("A question for you");
    lab.clock.now += 1;
    expect((await browser.press(next, "answer", { f0: "Ada" })).title).toBe(
      "This question has expired",
    );
  });

  it("stays over for a handle of an earlier call, which cannot withdraw what is asked again", async () => {
    await using lab = createLab();
    const first = await lab.ask({ id: "same" });
    lab.clock.now += 10_000;
    const second = await lab.ask({ id: "same", requestedSchema: SURE });
    expect(lab.opened).toHaveLength(2);
    first.shown!.close("withdrawn");
    const { browser, page } = await lab.arrive();
    expect((await browser.press(page, "yes")).title).toBe("Sent");
    expect(first.answers).toEqual([]);
    expect(second.answers).toEqual([{ action: "accept", content: { ok: true } }]);
  });
});
