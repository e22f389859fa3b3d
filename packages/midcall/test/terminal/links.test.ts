import { describe, expect, it, vi } from "vitest";

import { cannotAsk } from "../../src/client/index.js";
import * as knownDomains from "../../src/client/domains.js";
import { type UrlWarning } from "../../src/client/url-safety/inspect-url.js";
import { useFastClock } from "../fast-clock.js";
import { createLab, KEYS } from "./lab.js";

useFastClock();

const { enter, escape, ctrlC } = KEYS;
const url = `https://login.example.com/start?${"state=abcdefghij&".repeat(20)}end`;
const question = (link = url): object => ({ mode: "url", message: "Sign in.", url: link });

describe("a link", () => {
  it("is shown in full, with its host, and opened only after consent", async () => {
    const open = vi.fn();
    const lab = createLab({ inbox: { open }, columns: 40 });
    const answer = lab.ask(question());
    await lab.sees("Bistro asks:");
    await lab.sees(/login\.example\.com:/);
    // In one piece, so that it can be copied; the host stands out.
    await lab.sees(url);
    expect(lab.raw()).toContain("\u001b[7mlogin.example.com\u001b[27m");
    await lab.sees("What next?");
    lab.press(enter);
    await lab.sees("Choose an answer.");
    expect(open).not.toHaveBeenCalled();
    lab.press("o");
    expect(await answer).toEqual({ action: "accept" });
    expect(open.mock.calls).toEqual([[url]]);
    lab.mount.unmount();
  });

  it.each([
    ["decline", "d"],
    ["cancel", "n"],
  ])("can be left with %s, and is not opened", async (action, keys) => {
    const open = vi.fn();
    const lab = createLab({ inbox: { open } });
    const answer = lab.ask(question());
    await lab.answer("What next?", escape);
    await lab.answer("Stop answering?", enter);
    await lab.answer("What next?", keys);
    expect(await answer).toEqual({ action });
    expect(open).not.toHaveBeenCalled();
    lab.mount.unmount();
  });

  it("comes with every warning, and with the host as it would look", async () => {
    const lab = createLab({ inbox: { open: () => {} } });
    void lab.ask(question("https://xn--80ak6aa92e.com:8443/"));
    await lab.sees("The host is also written as аррӏе.com");
    await lab.sees("! Letters in this address can look like other letters.");
    await lab.sees("! This address uses port 8443, which is unusual.");
    lab.mount.unmount();
  });

  it("has its registrable domain marked alone, and says what it imitates", async () => {
    const domains = () => Promise.resolve(knownDomains);
    const lab = createLab({ inbox: { open: () => {}, urlSafety: { domains } } });
    void lab.ask(question("https://github.com.login.evil.example/a"));
    await lab.sees("open this page on evil.example:");
    await lab.sees("https://github.com.login.evil.example/a");
    expect(lab.raw()).toContain("login.\u001b[1m\u001b[7mevil.example\u001b[27m");
    await lab.sees("! This address imitates github.com but leads to evil.example.");
    lab.mount.unmount();
  });

  it("comes with a warning of a server whose name mixes alphabets", async () => {
    const lab = createLab({ inbox: { open: () => {} } });
    void lab.ask(question(), "G\u0456tHub");
    await lab.sees("! This server's name mixes alphabets and can imitate another.");
    lab.mount.unmount();
    const messages = { nameWarning: () => "Gemischte Schriften." };
    const other = createLab({ inbox: { open: () => {} }, terminal: { messages } });
    void other.ask(question(), "G\u0456tHub");
    await other.sees("! Gemischte Schriften.");
    other.mount.unmount();
  });

  it("says all that in other words", async () => {
    const messages = {
      urlWarning: ({ code }: UrlWarning) => (code === "port" ? "Ungewöhnlicher Port." : undefined),
      notOpened: "Ging nicht auf.",
    };
    const open = (): never => {
      throw new Error("no browser");
    };
    const lab = createLab({ inbox: { open, onError: () => {} }, terminal: { messages } });
    void lab.ask(question("https://xn--80ak6aa92e.com:8443/"));
    await lab.sees("! Letters in this address can look like other letters.");
    await lab.sees("! Ungewöhnlicher Port.");
    await lab.answer("What next?", "o");
    await lab.sees("Ging nicht auf.");
    expect(lab.text()).not.toContain("did not open");
    lab.mount.unmount();
  });

  it.each([
    [
      "at once",
      () => {
        throw new Error("no browser");
      },
    ],
    ["later", () => Promise.reject(new Error("no browser"))],
  ])("that cannot be opened (%s) can be tried again, or left", async (_, fail) => {
    const open = vi.fn<(link: string) => unknown>(fail);
    const lab = createLab({ inbox: { open, onError: () => {} } });
    const answer = lab.ask(question());
    await lab.answer("What next?", "o");
    await lab.sees(/The page did not open\.[^]*◆ +What next/);
    open.mockImplementation(() => {});
    lab.press("o");
    expect(await answer).toEqual({ action: "accept" });
    expect(open).toHaveBeenCalledTimes(2);
    lab.mount.unmount();
  });
});

describe("a link that takes long to open", () => {
  const ask = async (untilDone = false) => {
    let opened = (): void => {};
    let failed = (): void => {};
    const opening = new Promise<void>((resolve, reject) => {
      opened = resolve;
      failed = () => reject(new Error("no browser"));
    });
    const open = vi.fn(() => opening);
    const lab = createLab({ inbox: { open, onError: () => {} } });
    const withdrawn = new AbortController();
    const origin = { server: "Bistro", signal: withdrawn.signal };
    const params = { ...question(), elicitationId: "e1" };
    const answer = untilDone
      ? lab.inbox.handleUntilDone(params, origin)
      : lab.inbox.handle(params, origin);
    await lab.answer("What next?", "o");
    await vi.waitFor(() => expect(open).toHaveBeenCalledOnce());
    return { ...lab, opened, failed, withdraw: () => withdrawn.abort(), ended: () => answer };
  };
  it.each([
    ["decline", "d"],
    ["cancel", "n"],
    ["cancel", ctrlC + ctrlC],
  ])("can be left meanwhile with %s", async (action, keys) => {
    const lab = await ask();
    await lab.sees(/Opening the page…[^]*◆ +What next\?[^]*› Wait/);
    // Enter alone waits on.
    lab.press(enter);
    await lab.answer("What next?", escape);
    await lab.answer("Stop answering?", enter);
    await lab.answer("What next?", keys);
    expect(await lab.ended()).toEqual({ action });
    // Too late: the answer was given.
    lab.opened();
    await vi.waitFor(() => expect(lab.input.isRaw).toBe(false));
    expect(lab.text()).not.toContain("Sent.");
    lab.mount.unmount();
  });

  it("goes on once it is open, and asks again where it cannot be", async () => {
    const done = await ask();
    await done.sees("› Wait");
    done.opened();
    expect(await done.ended()).toEqual({ action: "accept" });
    await done.sees("Sent.");
    done.mount.unmount();

    const awaited = await ask(true);
    await awaited.sees("› Wait");
    awaited.opened();
    await awaited.sees(/The page is open\.[^]*◆ +What next\?\s+│ +i {2}I’m done/);
    awaited.press("i");
    expect(await awaited.ended()).toEqual({ action: "accept" });
    await awaited.sees("Sent.");
    awaited.mount.unmount();

    const wrong = await ask();
    await wrong.sees("› Wait");
    wrong.failed();
    await wrong.sees(
      /The page did not open\.[^]*◆ +What next\?\s+│ +o {2}Open login\.example\.com/,
    );
    wrong.mount.unmount();
  });

  it.each([
    ["at once", false],
    ["later", true],
  ])("was not sent where the question was withdrawn %s", async (_, later) => {
    const lab = await ask();
    if (later) await lab.sees("› Wait");
    lab.withdraw();
    expect(await lab.ended()).toEqual(cannotAsk("withdrawn"));
    await lab.sees("This question is closed");
    await vi.waitFor(() => expect(lab.input.isRaw).toBe(false));
    expect(lab.text()).not.toContain("Sent.");
    lab.mount.unmount();
  });
});

describe("a link whose end is awaited", () => {
  const ask = async () => {
    const lab = createLab({ inbox: { open: () => {} } });
    const params = { ...question(), elicitationId: "e1" };
    const answer = lab.inbox.handleUntilDone(params, { server: "Bistro" });
    await lab.answer("What next?", "o");
    await lab.sees("The page is open.");
    await lab.sees(/◆ +What next\?\s+│ +i {2}I’m done, continue/);
    return { ...lab, ended: () => answer };
  };

  it("goes on when the person says so", async () => {
    const lab = await ask();
    lab.press("i");
    expect(await lab.ended()).toEqual({ action: "accept" });
    lab.mount.unmount();
  });

  it("goes on when the server says so", async () => {
    const lab = await ask();
    lab.inbox.complete("Bistro", "e1");
    expect(await lab.ended()).toEqual({ action: "accept" });
    await vi.waitFor(() => expect(lab.input.isRaw).toBe(false));
    expect(lab.text()).not.toContain("gone");
    lab.mount.unmount();
  });

  it.each([
    ["decline", "d"],
    ["cancel", "n"],
  ])("can still be left with %s", async (action, keys) => {
    const lab = await ask();
    lab.press(keys);
    expect(await lab.ended()).toEqual({ action });
    lab.mount.unmount();
  });
});
