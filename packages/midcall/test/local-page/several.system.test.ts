import { describe, expect, it, vi } from "vitest";
import { Browser } from "../pages/browser.js";
import { createLab, lookAtIt, NAME, SURE, wordsOf } from "./lab.js";

describe("several questions", () => {
  it("are answered in one tab, one after the other, which says how many wait", async () => {
    await using lab = createLab();
    const one = await lab.ask({ message: "One" });
    const two = await lab.ask({ message: "Two", requestedSchema: SURE });
    const three = await lab.ask({ message: "Three" });
    expect(lab.opened).toHaveLength(1);
    const { browser, page } = await lab.arrive();
    expect(wordsOf(page)).toContain("One");
    expect(wordsOf(page)).toContain("2 more questions are waiting.");
    const second = await browser.press(page, "answer", { f0: "Ada" });
    expect(wordsOf(second)).toContain("Sent Invoices asks A question for you Two");
    expect(wordsOf(second)).toContain("1 more question is waiting.");
    lookAtIt();
    const third = await browser.press(second, "decline");
    expect(wordsOf(third)).toContain("You declined Invoices asks A question for you Three");
    expect(wordsOf(third)).not.toContain("waiting");
    expect(await (lookAtIt(), browser.press(third, "cancel"))).toMatchObject({
      title: "Cancelled",
    });
    expect([one.answers, two.answers, three.answers]).toEqual([
      [{ action: "accept", content: { name: "Ada" } }],
      [{ action: "decline" }],
      [{ action: "cancel" }],
    ]);
  });

  it("do not get the second click of a double click on the one before", async () => {
    await using lab = createLab();
    const one = await lab.ask({ message: "One", requestedSchema: SURE });
    const two = await lab.ask({ message: "Two", requestedSchema: SURE });
    const { browser, page } = await lab.arrive();
    const second = await browser.press(page, "yes");
    const again = await browser.press(second, "yes");
    expect(wordsOf(again)).toContain("Sent Invoices asks A question for you Two");
    expect(one.answers).toHaveLength(1);
    expect(two.answers).toEqual([]);
    lookAtIt();
    expect((await browser.press(again, "yes")).title).toBe("Sent");
    expect(two.answers).toEqual([{ action: "accept", content: { ok: true } }]);
  });

  it("do not get a click that was meant for what the first page has come in front of", async () => {
    await using lab = createLab();
    const one = await lab.ask({ message: "One", requestedSchema: SURE });
    const browser = new Browser({});
    const page = await browser.open(lab.opened.at(-1)!);
    const again = await browser.press(page, "yes");
    expect(wordsOf(again)).toContain("Invoices asks A question for you One");
    expect(one.answers).toEqual([]);
    const still = await browser.press(again, "decline");
    expect(one.answers).toEqual([]);
    lookAtIt();
    expect((await browser.press(still, "yes")).title).toBe("Sent");
    expect(one.answers).toEqual([{ action: "accept", content: { ok: true } }]);
  });

  it("that a call asks one after the other stay in the tab", async () => {
    await using lab = createLab();
    const order: string[] = [];
    await lab.ask({
      async onAnswer() {
        order.push("one");
        // The handler continues after the answer, and asks again.
        setImmediate(() => void lab.ask({ message: "Two" }).then(() => order.push("two")));
      },
    });
    const { browser, page } = await lab.arrive();
    const second = await browser.press(page, "answer", { f0: "Ada" });
    expect(wordsOf(second)).toContain("Two");
    expect(order).toEqual(["one", "two"]);
    expect(lab.opened).toHaveLength(1);
  });

  it("that come after a tab has ended with “Sent” open another one", async () => {
    await using lab = createLab();
    await lab.ask();
    const { browser, page } = await lab.arrive();
    expect((await browser.press(page, "answer", { f0: "Ada" })).title).toBe("Sent");
    await lab.ask({ message: "Two" });
    expect(lab.opened).toHaveLength(2);
    expect(wordsOf((await lab.arrive()).page)).toContain("Two");
  });

  it("open another tab where the first was quiet for so long that it may be closed", async () => {
    await using lab = createLab();
    await lab.ask();
    const { browser, page } = await lab.arrive();
    lab.clock.now += 59_000;
    await lab.ask();
    expect(lab.opened).toHaveLength(1);
    await browser.open(page.url);
    lab.clock.now += 59_000;
    await lab.ask();
    expect(lab.opened).toHaveLength(1);
    lab.clock.now += 1_000;
    await lab.ask();
    expect(lab.opened).toHaveLength(2);
  });

  it("lead from a page that is over to one that is open", async () => {
    await using lab = createLab();
    const { shown } = await lab.ask({ message: "One" });
    await lab.ask({ message: "Two" });
    const { browser, page } = await lab.arrive();
    shown!.close("withdrawn");
    const over = await browser.open(page.url);
    expect(over.title).toBe("This question was withdrawn");
    const [, path = ""] =
      /<a class="button main" href="([^"]*)">Next question/.exec(over.body) ?? [];
    expect(wordsOf(await browser.open(new URL(path, page.url).href))).toContain("Two");
  });

  it("that are open when the first one is over are what a browser comes to", async () => {
    await using lab = createLab();
    const { shown } = await lab.ask({ message: "One" });
    await lab.ask({ message: "Two" });
    shown!.close("withdrawn");
    expect(wordsOf((await lab.arrive()).page)).toContain("Two");
  });

  it("are kept apart: a form is good for the question that it was made for", async () => {
    await using lab = createLab();
    const one = await lab.ask({ message: "One" });
    const two = await lab.ask({ message: "Two" });
    const { browser, page } = await lab.arrive();
    await browser.press(page, "answer", { f0: "Ada" });
    expect(one.answers).toHaveLength(1);
    expect(two.answers).toEqual([]);
  });
});

describe("the tab", () => {
  it("is not there where no browser can be opened, and the question takes no answer", async () => {
    const urls: string[] = [];
    await using lab = createLab({
      open(url) {
        urls.push(url);
        return Promise.reject(new Error("no browser"));
      },
    });
    const { shown } = await lab.ask();
    expect(shown).toBeUndefined();
    expect(lab.logs).toEqual(["midcall local page: no browser could be opened (Error)."]);
    expect((await fetch(urls[0]!)).status).toBe(404);
  });

  it("is opened once for questions that come at the same time", async () => {
    await using lab = createLab();
    await Promise.all([lab.ask(), lab.ask(), lab.ask()]);
    expect(lab.opened).toHaveLength(1);
  });

  it("is opened again for a question that is asked again, with the newest words", async () => {
    await using lab = createLab();
    await lab.ask({ id: "same", message: "Before" });
    const { browser, page } = await lab.arrive();
    lab.clock.now += 10_000;
    await lab.ask({ id: "same", message: "After" });
    expect(lab.opened).toHaveLength(2);
    expect(wordsOf((await lab.arrive()).page)).toContain("After");
    expect(wordsOf(await browser.open(page.url))).toContain("After");
  });

  it("is not opened again for a question for which it was opened a moment ago", async () => {
    await using lab = createLab();
    await lab.ask({ id: "same", message: "Before" });
    for (let times = 0; times < 25; times++) await lab.ask({ id: "same", message: "After" });
    expect(lab.opened).toHaveLength(1);
    expect(wordsOf((await lab.arrive()).page)).toContain("After");
  });

  it("is opened for a question to which the tab that was counted on has not come", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      await using lab = createLab();
      await lab.ask({ message: "Left alone" });
      await lab.arrive();
      await lab.ask({ message: "Next one" });
      expect(lab.opened).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(lab.opened).toHaveLength(2);
      expect(wordsOf((await lab.arrive()).page)).toContain("Next one");
    } finally {
      vi.useRealTimers();
    }
  });

  it("is opened for the second of two questions at once, if nobody goes on from the first", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      await using lab = createLab();
      await Promise.all([lab.ask({ message: "One" }), lab.ask({ message: "Two" })]);
      expect(lab.opened).toHaveLength(1);
      await lab.arrive();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(wordsOf((await lab.arrive()).page)).toContain("Two");
    } finally {
      vi.useRealTimers();
    }
  });

  it("is not opened twice within ten seconds for a question that is asked again in the meantime", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      await using lab = createLab();
      await Promise.all([lab.ask({ message: "One" }), lab.ask({ id: "same", message: "Two" })]);
      await lab.arrive();
      const pass = async (ms: number): Promise<void> => {
        lab.clock.now += ms;
        await vi.advanceTimersByTimeAsync(ms);
      };
      await pass(5_000);
      await lab.ask({ id: "same", message: "Two, again" });
      expect(lab.opened).toHaveLength(2);
      await pass(5_000);
      expect(lab.opened).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it("cannot be opened by a function that does not end", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      await using lab = createLab({ open: () => new Promise(() => {}) });
      const asked = lab.ask({ message: "Now?" });
      await vi.advanceTimersByTimeAsync(30_000);
      expect((await asked).shown).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });

  it("can be opened where the caller opens it, or there is a screen", async () => {
    await using lab = createLab();
    expect(lab.pages.canOpen()).toBe(true);
    await using plain = createLab({ open: undefined as never });
    vi.stubEnv("CI", "1");
    expect(plain.pages.canOpen()).toBe(false);
    vi.unstubAllEnvs();
  });
});

describe("the server of the local page", () => {
  it("says for five minutes how the last question ended, and is gone then", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      await using lab = createLab();
      const { shown } = await lab.ask({ requestedSchema: NAME });
      const { browser, page } = await lab.arrive();
      shown!.close("withdrawn");
      await vi.advanceTimersByTimeAsync(5 * 60_000 - 1);
      expect((await browser.open(page.url)).title).toBe("This question was withdrawn");
      await lab.ask({ message: "Another" });
      await vi.advanceTimersByTimeAsync(60_000);
      const other = await lab.arrive();
      expect(wordsOf(other.page)).toContain("Another");
      await vi.advanceTimersByTimeAsync(539_999);
      lab.clock.now += 600_000;
      await vi.advanceTimersByTimeAsync(1);
      expect((await other.browser.open(other.page.url)).title).toBe("This question has expired");
      await vi.advanceTimersByTimeAsync(5 * 60_000);
      await expect(other.browser.open(other.page.url)).rejects.toThrow("fetch failed");
      await lab.ask({ message: "Later" });
      expect(wordsOf((await lab.arrive()).page)).toContain("Later");
    } finally {
      vi.useRealTimers();
    }
  });
});
