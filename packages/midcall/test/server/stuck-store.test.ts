import type { UrlAnswer } from "midcall/server";
import { createMemoryStore } from "midcall/store";
import { accept, never as nobody } from "midcall/testing";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createFakePages } from "./fake-pages.js";
import { createLab, protocolVersions, said } from "./lab.js";

/** A store or a vault that never answers must not hold a question beyond its deadline. */

const LINK = "https://pages.example/connect/7f3a";
const never = (): Promise<never> => new Promise(() => {});
const told = (answer: UrlAnswer): string =>
  answer.action === "unanswered" ? `unanswered ${answer.reason}` : answer.action;

afterEach(() => void vi.useRealTimers());

describe.each(protocolVersions.filter((protocolVersion) => protocolVersion !== "2025-06-18"))(
  "a question on %s",
  (protocolVersion) => {
    it("gives up at its deadline when it cannot be noted whose it is", async () => {
      const inner = createMemoryStore();
      const putIfAbsent: typeof inner.putIfAbsent = (key, value, options) =>
        key.includes("url-asker") ? never() : inner.putIfAbsent(key, value, options);
      const lab = createLab(
        async (ctx) =>
          told(await ctx.elicit("Connect?", LINK, { elicitationId: "x", timeoutMs: 200 })),
        { store: { ...inner, putIfAbsent } },
      );
      await using host = await lab.host({ protocolVersion, answers: () => accept() });
      expect(said(await host.callTool("run"))).toBe("unanswered deadline");
      expect(host.questions).toEqual([]);
    });
  },
);

it.each([
  ["that nobody answered", nobody(), /^No user gave the secret "stripe" \(deadline\)/],
  [
    "that was done",
    accept(),
    /^The outcome of the visit for the secret "stripe" could not be read/,
  ],
])("pages that do not say how they ended do not hold a call %s", async (_, answer, words) => {
  const fake = createFakePages();
  const follow: typeof fake.pages.follow = (id, options) => {
    const visit = fake.pages.follow(id, options);
    return { ...visit, completed: never, wait: async () => ({ status: "done" }) };
  };
  const lab = createLab(
    async (ctx) =>
      ctx.secret("stripe", { timeoutMs: 5000 }).then(
        () => "there",
        (error: Error) => error.message,
      ),
    { pages: { ...fake.pages, follow } },
  );
  await using host = await lab.host({
    protocolVersion: "2025-11-25",
    answers: [answer],
    timeoutMs: 60_000,
  });
  vi.useFakeTimers();
  const call = host.callTool("run");
  await vi.advanceTimersByTimeAsync(16_000);
  vi.useRealTimers();
  expect(said(await call)).toMatch(words);
});
