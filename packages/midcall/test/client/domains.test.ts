import { createInbox, type InboxOptions, type OpenQuestion } from "midcall/client";
import { registrableDomain } from "midcall/client/domains";
import { afterEach, describe, expect, it, vi } from "vitest";
import { nextShown } from "./lab.js";

const link = { mode: "url", message: "Sign in.", url: "https://github.com.login.evil.example/a" };
const form = {
  mode: "form",
  message: "Hello",
  requestedSchema: { type: "object", properties: {} },
};
const list = (): Promise<{ registrableDomain: typeof registrableDomain }> =>
  Promise.resolve({ registrableDomain });

function mounted(options: InboxOptions) {
  const inbox = createInbox({ open: () => {}, ...options });
  inbox.mount();
  return inbox;
}

const highlightOf = (question: OpenQuestion): string =>
  question.mode === "url" ? question.link.parts.highlight : expect.unreachable();

afterEach(() => void vi.useRealTimers());

describe("the registrable domain", () => {
  it.each([
    ["example.com", "example.com"],
    ["www.example.co.uk", "example.co.uk"],
    ["github.com.login.evil.example", "evil.example"],
    ["a.b.somebody.github.io", "somebody.github.io"],
    ["bucket.s3.amazonaws.com", "bucket.s3.amazonaws.com"],
    ["a_b.example.com", "example.com"],
    ["login.xn--bcher-kva.example", "xn--bcher-kva.example"],
    ["co.uk", undefined],
    ["github.io", undefined],
  ])("of %s is %s", (hostname, domain) => {
    expect(registrableDomain(hostname)).toBe(domain);
  });

  it("is what an inbox marks, and the list is loaded with the first link", async () => {
    const domains = vi.fn(list);
    const inbox = mounted({ urlSafety: { domains } });
    void inbox.handle(form, { server: "A" });
    const first = await nextShown(inbox);
    expect(domains).not.toHaveBeenCalled();
    inbox.respond(first.id, { action: "decline" });
    for (let round = 0; round < 2; round++) {
      void inbox.handle(link, { server: "A" });
      const question = await nextShown(inbox);
      expect(question).toMatchObject({
        link: {
          parts: { before: "https://github.com.login.", highlight: "evil.example", after: "/a" },
          warnings: [
            {
              message:
                "This address imitates github.com but leads to evil.example. Decline unless you know evil.example.",
            },
          ],
        },
      });
      inbox.respond(question.id, { action: "decline" });
    }
    expect(domains).toHaveBeenCalledTimes(1);
  });

  it("is the whole host where the list cannot be had, and is asked for again", async () => {
    const onError = vi.fn();
    const domains = vi.fn(list).mockRejectedValueOnce(new Error("offline"));
    const inbox = mounted({ urlSafety: { domains }, onError });
    void inbox.handle(link, { server: "A" });
    const question = await nextShown(inbox);
    expect(highlightOf(question)).toBe("github.com.login.evil.example");
    expect(onError).toHaveBeenCalledWith(new Error("offline"));
    inbox.respond(question.id, { action: "decline" });
    void inbox.handle(link, { server: "A" });
    expect(highlightOf(await nextShown(inbox))).toBe("evil.example");
  });

  it("does not hold a question up for longer than three seconds", async () => {
    const inbox = mounted({ urlSafety: { domains: () => new Promise(() => {}) } });
    await inbox.ready;
    vi.useFakeTimers();
    void inbox.handle(link, { server: "A" });
    await vi.advanceTimersByTimeAsync(2900);
    expect(inbox.getSnapshot().showing).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(highlightOf(inbox.getSnapshot().showing[0]!)).toBe("github.com.login.evil.example");
  });
});
