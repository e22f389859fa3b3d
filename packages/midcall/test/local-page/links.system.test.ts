import { describe, expect, it } from "vitest";
import type { LocalResponse } from "../../src/contracts/local-pages.js";
import { createLab, wordsOf } from "./lab.js";

const URL_OF_BANK = "https://example.com/pay?invoice=7";

describe("a question with a link", () => {
  it("says where it leads, and is accepted with the click that opens it", async () => {
    await using lab = createLab();
    const { answers } = await lab.ask({ mode: "url", url: URL_OF_BANK, message: "Pay there." });
    const { browser, page } = await lab.arrive();
    expect(page.title).toBe("A link for you");
    expect(page.body).toContain('<strong class="host" dir="ltr">example.com</strong>');
    expect(wordsOf(page)).toContain(
      "Pay there. The link leads to example.com Full address https:// example.com /pay?invoice=7 Open example.com Decline Not now",
    );
    const leaving = await browser.pressOnly(page, "go");
    expect(answers).toEqual([{ action: "accept" }]);
    expect(leaving.title).toBe("Continuing to example.com");
    expect(leaving.body).toContain(`http-equiv="refresh" content="0;url=${URL_OF_BANK}"`);
    const back = await browser.open(page.url);
    expect(back.title).toBe("Done");
    expect(back.body).toContain(`href="${URL_OF_BANK}" rel="noreferrer">Open again`);
  });

  it.each<[string, string, LocalResponse]>([
    ["decline", "You declined", { action: "decline" }],
    ["cancel", "Cancelled", { action: "cancel" }],
  ])("is not opened after %s, nor can it be later", async (button, title, response) => {
    await using lab = createLab();
    const { answers } = await lab.ask({ mode: "url", url: URL_OF_BANK });
    const { browser, page } = await lab.arrive();
    const ended = await browser.press(page, button);
    expect(ended.title).toBe(title);
    expect(ended.body).not.toContain(URL_OF_BANK);
    const late = await browser.pressOnly(page, "go");
    expect([late.status, late.title]).toEqual([409, title]);
    expect(late.body).not.toContain(URL_OF_BANK);
    expect(answers).toEqual([response]);
  });

  it("is not opened when the answer was not taken", async () => {
    await using lab = createLab();
    let fails = true;
    const onAnswer = async (): Promise<void> => {
      if (fails) throw new Error("no store");
    };
    await lab.ask({ mode: "url", url: URL_OF_BANK, onAnswer });
    const { browser, page } = await lab.arrive();
    const unsure = await browser.pressOnly(page, "go");
    expect(unsure.status).toBe(503);
    expect(unsure.body).not.toContain(URL_OF_BANK);
    fails = false;
    expect((await browser.pressOnly(unsure, undefined)).title).toBe("Continuing to example.com");
  });

  it.each([
    ["https://xn--exmple-cua.com/", "can look like other letters"],
    ["https://github.com.evil-host.net/", "This address imitates github.com"],
    ["https://203.0.113.7/", "This is an IP address"],
    ["http://localhost:4000/done", "This page comes from a program on this computer"],
    ["https://example.com:8443/", "uses port 8443"],
  ])("has the warnings about %s", async (url, warning) => {
    await using lab = createLab();
    await lab.ask({ mode: "url", url });
    const { page } = await lab.arrive();
    expect(wordsOf(page)).toMatch(/Check this before you open the link:.*Decline unless/);
    expect(wordsOf(page)).toContain(warning);
  });

  it("has no part of a host stand out that anybody can choose", async () => {
    await using lab = createLab();
    await lab.ask({ mode: "url", url: "https://accounts.bank.example.org/x" });
    const { page } = await lab.arrive();
    expect(page.body).not.toContain("<strong");
    expect(page.body).not.toContain("<b>");
    expect(wordsOf(page)).toContain("only the last part says who owns the page");
  });

  it.each(["http://example.com/", "https://user:pw@example.com/", "javascript:alert(1)"])(
    "is not opened at %s, and can only be refused",
    async (url) => {
      await using lab = createLab();
      const { answers } = await lab.ask({ mode: "url", url });
      const { browser, page } = await lab.arrive();
      expect(wordsOf(page)).toContain("This link cannot be opened here:");
      expect(page.body).not.toMatch(/value="go"|href=/);
      const body = page.body.replace('value="decline"', 'value="go"');
      const forced = await browser.pressOnly({ ...page, body }, "go");
      expect([forced.status, forced.title]).toEqual([400, "A link for you"]);
      expect(answers).toEqual([]);
      expect((await browser.press(page, "decline")).title).toBe("You declined");
    },
  );

  it("may lead to the network of the user, who runs the server", async () => {
    await using lab = createLab();
    await lab.ask({ mode: "url", url: "https://sso.corp.internal/" });
    const { page } = await lab.arrive();
    expect(wordsOf(page)).toContain("Open sso.corp.internal");
  });

  it("comes after the forms, and leaves the tab to the next question if there is one", async () => {
    await using lab = createLab();
    await lab.ask({ mode: "url", url: URL_OF_BANK, message: "First link" });
    const { browser, page } = await lab.arrive();
    await lab.ask({ message: "A form" });
    await lab.ask({ mode: "url", url: "https://example.org/", message: "Second link" });
    const chosen = await browser.pressOnly(page, "go");
    expect(wordsOf(chosen)).toContain("2 more questions are waiting.");
    expect(chosen.body).not.toContain("http-equiv");
    expect(chosen.body).toMatch(
      /href="https:\/\/example\.com\/pay\?invoice=7"\s+target="_blank"\s+rel="noopener noreferrer"/,
    );
    const [, path = ""] = /<a class="button main" href="([^"]*)"/.exec(chosen.body) ?? [];
    expect(wordsOf(await browser.open(new URL(path, page.url).href))).toContain("A form");
  });
});
