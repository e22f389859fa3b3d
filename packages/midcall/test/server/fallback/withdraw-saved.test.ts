import { expect, it, vi } from "vitest";
import type { OpenCall } from "../../../src/server/call/open-call.js";
import type { Deliveries } from "../../../src/server/fallback/places/deliveries.js";
import type { SavedCall, SavedState } from "../../../src/server/fallback/saved/saved-calls.js";
import { withdrawSaved } from "../../../src/server/fallback/saved/withdraw-saved.js";

/** A saved call that another round has overtaken, and what became of it. */
async function withdrawn(saved: SavedState | undefined) {
  const remove = vi.fn(async () => {});
  const release = vi.fn(async () => {});
  const close = vi.fn(async () => {});
  const end = vi.fn(async () => {});
  const call = {
    load: async () => saved,
    claim: async () => ({ remove, release }),
  } as unknown as SavedCall;
  const openCall = { end } as unknown as OpenCall;
  await withdrawSaved(call, { close } as unknown as Deliveries, openCall, 1_000);
  return { remove, release, close, end };
}

it("a result that its caller did not get is kept", async () => {
  const { remove, release, end } = await withdrawn({
    result: { content: [] },
  } as unknown as SavedState);
  expect(remove).not.toHaveBeenCalled();
  expect(end).not.toHaveBeenCalled();
  expect(release).toHaveBeenCalledOnce();
});

it("the questions of a call that waits are withdrawn, and the call is forgotten and not counted any more", async () => {
  const delivery = { id: "one" };
  const state = { entries: [], pending: [{ delivery, answerBy: 2_000 }] };
  const { remove, release, close, end } = await withdrawn({ state } as unknown as SavedState);
  expect(close).toHaveBeenCalledExactlyOnceWith(delivery, "withdrawn");
  expect(remove).toHaveBeenCalledOnce();
  expect(end).toHaveBeenCalledExactlyOnceWith(state);
  expect(release).toHaveBeenCalledOnce();
});

it("a call that has gone on is left alone", async () => {
  const state = { entries: [{ kind: "step" }], pending: [{ delivery: { id: "one" } }] };
  const { remove, release, close, end } = await withdrawn({ state } as unknown as SavedState);
  for (const done of [remove, close, end]) expect(done).not.toHaveBeenCalled();
  expect(release).toHaveBeenCalledOnce();
});
