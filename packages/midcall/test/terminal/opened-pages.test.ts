import { describe, expect, it, vi } from "vitest";

import { cannotAsk } from "../../src/client/index.js";
import * as knownDomains from "../../src/client/domains.js";
import { useFastClock } from "../fast-clock.js";
import { createLab as createReviewed, KEYS, type Lab } from "./lab.js";

useFastClock();

const { escape, ctrlC } = KEYS;
const url = "https://login.evil.example/start";
const params = {
  mode: "url",
  message: "Enter the code WDJB-MJHT there.",
  url,
  elicitationId: "e1",
};

/** A running call that opens a page. */
async function openPage(open: (link: string) => unknown = () => {}) {
  const domains = () => Promise.resolve(knownDomains);
  const opened = vi.fn(open);
  const lab: Lab = createReviewed({
    inbox: { open: opened, onError: () => {}, urlSafety: { domains } },
  });
  const ended = new AbortController();
  const stop = vi.fn(() => ended.abort());
  const run = { ended: ended.signal, stop };
  const result = lab.inbox.handle(params, { server: "Bistro", run });
  await lab.sees("What next?");
  lab.press("o");
  return { ...lab, opened, result, end: () => ended.abort(), stop };
}

describe("an opened page", () => {
  it("stays on the screen with its message, code and address until the call ends", async () => {
    const lab = await openPage();
    expect(await lab.result).toEqual({ action: "accept" });
    await lab.sees("The page on evil.example is open.");
    await lab.sees("> Enter the code WDJB-MJHT there.");
    await lab.sees(/Code:\s+WDJB-MJHT\s*\n/);
    await lab.sees(/^https:\/\/login\.evil\.example\/start\s*$/m);
    await lab.sees(/o {2}Open again\s+│ +h {2}Hide this\s+│ +s {2}Stop the call/);
    lab.press("o");
    await vi.waitFor(() => expect(lab.opened).toHaveBeenCalledTimes(2));
    lab.end();
    await vi.waitFor(() => expect(lab.input.isRaw).toBe(false));
    lab.mount.unmount();
  });

  it("says that it is completed", async () => {
    const lab = await openPage();
    await lab.sees("h  Hide this");
    lab.inbox.complete("Bistro", "e1");
    await lab.sees("You have finished on evil.example. The call continues.");
    await vi.waitFor(() => expect(lab.input.isRaw).toBe(false));
    lab.mount.unmount();
  });

  it.each([
    ["s", ["s"]],
    ["Escape, and a yes to it", [escape, "s"]],
    ["Ctrl-C", [ctrlC]],
  ])("stops its call with %s", async (_, keys) => {
    const lab = await openPage();
    await lab.sees("s  Stop the call");
    for (const key of keys) {
      lab.press(key);
      if (key === escape) await lab.sees("c  Continue");
    }
    await vi.waitFor(() => expect(lab.stop).toHaveBeenCalledOnce());
    await vi.waitFor(() => expect(lab.input.isRaw).toBe(false));
    lab.mount.unmount();
  });

  it("is hidden, and the call goes on", async () => {
    const lab = await openPage();
    await lab.sees("h  Hide this");
    lab.press("h");
    await vi.waitFor(() => expect(lab.inbox.getSnapshot().links).toEqual([]));
    expect(lab.stop).not.toHaveBeenCalled();
    lab.mount.unmount();
  });

  it("gives way to a question, and comes back", async () => {
    const lab = await openPage();
    await lab.sees("h  Hide this");
    const answer = lab.askFor({ type: "boolean" }, true);
    await lab.answer("X (required)", "y");
    await lab.answer("What next?", "s");
    expect(await answer).toMatchObject({ action: "accept" });
    await lab.sees("The page on evil.example is open.");
    await lab.sees("h  Hide this");
    lab.mount.unmount();
  });
});

describe("a browser that does not start", () => {
  it.each([
    ["fails", () => Promise.reject(new Error("no browser"))],
    ["says no", () => Promise.resolve(false)],
  ])("(%s) is noticed before anything is sent, and the address is given", async (_, open) => {
    const lab = await openPage(open);
    await lab.sees(/The page did not open\. Nothing was sent\.[^]*\nhttps:\S+start\s/);
    expect(lab.inbox.getSnapshot().showing).toHaveLength(1);
    await lab.answer("What next?", "i");
    expect(await lab.result).toEqual({ action: "accept" });
    lab.mount.unmount();
  });
});

describe("the domain of a link", () => {
  it("stands out without colours, too", async () => {
    vi.stubEnv("NO_COLOR", "1");
    const lab = await openPage();
    expect(lab.text()).toContain("open this page on evil.example:");
    expect(lab.text()).toContain("o  Open evil.example");
    lab.mount.unmount();
    vi.unstubAllEnvs();
  });
});

describe("questions that are held back", () => {
  const flood = async () => {
    const lab = createReviewed({
      inbox: { policy: { burst: 1, perMinute: 1 } },
      terminal: { review: "auto", serverTitle: () => "The Bistro" },
    });
    const answers = [0, 1, 2].map(() => lab.askFor({ type: "boolean" }, true));
    await lab.answer("X (required)", "y");
    await lab.sees("2 more questions of The Bistro are held back");
    return { ...lab, answers };
  };

  it("are shown on request", async () => {
    const lab = await flood();
    lab.press("y");
    await lab.answer("X (required)", "n");
    await lab.answer("X (required)", "y");
    const actions = (await Promise.all(lab.answers)).map((one) => one.action);
    expect(actions).toEqual(["accept", "accept", "accept"]);
    lab.mount.unmount();
  });

  it("are refused on request, and that is no answer of the user", async () => {
    const lab = await flood();
    lab.press("n");
    expect(await lab.answers[1]).toMatchObject(cannotAsk("rate-limit"));
    await vi.waitFor(() => expect(lab.input.isRaw).toBe(false));
    lab.mount.unmount();
  });

  it("are left for later with Escape", async () => {
    const lab = await flood();
    lab.press(escape);
    await vi.waitFor(() => expect(lab.input.isRaw).toBe(false));
    expect(lab.inbox.getSnapshot().held).toMatchObject([{ count: 2 }]);
    lab.mount.unmount();
  });
});
