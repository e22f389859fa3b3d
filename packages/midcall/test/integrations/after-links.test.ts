import { accept, createInbox, decline } from "midcall/client";
import { expect, it, vi } from "vitest";
import { answerRequest } from "../../src/integrations/shared/answer-request.js";
import { afterLinks } from "../../src/integrations/shared/after-links.js";

const elicitations = [
  { message: "Sign in.", url: "https://login.example.com", elicitationId: "1" },
];
const refusal = { code: -32042, data: { elicitations } };
const origin = { server: "Fake" };

function mounted(open: (() => void) | undefined = () => {}) {
  const inbox = createInbox({ open });
  inbox.mount();
  return inbox;
}

it.each([
  ["as it is", refusal],
  ["as the cause of a cause", new Error("a", { cause: new Error("b", { cause: refusal }) })],
])(
  "makes a call again that a server has refused until a page is complete: %s",
  async (_, error) => {
    const inbox = mounted();
    let calls = 0;
    const made = afterLinks(inbox, origin, async () => {
      if (++calls === 1) throw error;
      return calls;
    });
    await vi.waitFor(() => expect(inbox.getSnapshot().showing).toHaveLength(1));
    inbox.respond(inbox.getSnapshot().showing[0]!.id, accept());
    inbox.complete("Fake", "1");
    expect(await made).toBe(2);
  },
);

it("throws the library's own error if the user declines, if it is another, and where links were not declared", async () => {
  const inbox = mounted();
  const wrapped = new Error("wrapped", { cause: refusal });
  const declined = afterLinks(inbox, origin, () => Promise.reject(wrapped)).catch((error) => error);
  await vi.waitFor(() => expect(inbox.getSnapshot().showing).toHaveLength(1));
  inbox.respond(inbox.getSnapshot().showing[0]!.id, decline());
  expect(await declined).toBe(wrapped);

  const other = new Error("other");
  await expect(afterLinks(inbox, origin, () => Promise.reject(other))).rejects.toBe(other);
  const withoutLinks = createInbox();
  withoutLinks.mount();
  await expect(afterLinks(withoutLinks, origin, () => Promise.reject(wrapped))).rejects.toBe(
    wrapped,
  );
});

it("answers with the user's own answer, and with an error if there is none or the mode was not declared", async () => {
  const requestedSchema = { type: "object", properties: {} };
  const form = { message: "Sure?", requestedSchema };
  const inbox = mounted();
  const answer = answerRequest(inbox, form, origin, { form: {} });
  await vi.waitFor(() => expect(inbox.getSnapshot().showing).toHaveLength(1));
  inbox.respond(inbox.getSnapshot().showing[0]!.id, decline());
  expect(await answer).toEqual({ action: "decline" });

  inbox.setRule("Fake", "block");
  await expect(answerRequest(inbox, form, origin, { form: {} })).rejects.toMatchObject({
    code: -32603,
  });
  const link = { mode: "url", ...elicitations[0] };
  for (const [params, declared] of [
    [link, { form: {} }],
    [form, undefined],
    [
      { ...form, mode: "other" },
      { form: {}, url: {} },
    ],
  ] as const) {
    await expect(answerRequest(inbox, params, origin, declared)).rejects.toMatchObject({
      code: -32602,
    });
  }
});
