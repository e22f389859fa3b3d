import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";

const LATER = "../../src/client/inbox/when-asked.js";
const params = {
  message: "Which colour?",
  requestedSchema: { type: "object", properties: { color: { type: "string" } } },
};
let online: boolean;

beforeEach(() => {
  online = false;
  vi.resetModules();
  vi.doMock(LATER, () => {
    if (!online) throw new Error("no network");
    return vi.importActual(LATER);
  });
});
afterEach(() => {
  vi.doUnmock(LATER);
});
afterAll(() => vi.resetModules());

it("a question that comes while the code cannot be loaded is answered by nobody, and the next one loads it", async () => {
  const { createInbox, accept, cannotAsk } = await import("midcall/client");
  const onError = vi.fn();
  const record = vi.fn();
  const inbox = createInbox({ onError, audit: { record } as never });
  inbox.mount();
  await inbox.ready;
  expect(inbox.respond("1", accept({}))).toMatchObject({ ok: false });
  expect(await inbox.openAgain("1")).toMatchObject({ ok: false });

  expect(await inbox.handle(params, { server: "GitHub" })).toEqual(cannotAsk("error"));
  expect(onError).toHaveBeenCalledTimes(2);
  expect(record).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ action: "unanswered", reason: "error", via: "policy" }),
  );

  online = true;
  const answer = inbox.handle(params, { server: "GitHub" });
  await vi.waitFor(() => expect(inbox.getSnapshot().showing).toHaveLength(1));
  expect(inbox.respond(inbox.getSnapshot().showing[0]!.id, accept({ color: "red" }))).toEqual({
    ok: true,
  });
  expect(await answer).toEqual(accept({ color: "red" }));
});
