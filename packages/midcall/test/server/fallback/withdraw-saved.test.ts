import { expect, it, vi } from "vitest";
import type { Deliveries } from "../../../src/server/fallback/places/deliveries.js";
import type { SavedCall, SavedState } from "../../../src/server/fallback/saved/saved-calls.js";
import { withdrawSaved } from "../../../src/server/fallback/saved/withdraw-saved.js";

/** A saved call that another round has overtaken, and what became of it. */
async function withdrawn(saved: SavedState | undefined) {
  const remove = vi.fn(async () => {});
  const release = vi.fn(async () => {});
  const close = vi.fn(async () => {});
  const call = {
    load: async () => saved,
    claim: async () => ({ remove, release }),
  } as unknown as SavedCall;
  await withdrawSaved(call, { close } as unknown as Deliveries, 1_000);
  return { remove, release, close };
}

it("a result that its caller did not get is kept", async () => {
  const { remove, release } = await withdrawn({ result: { content: [] } } as unknown as SavedState);
  expect(remove).not.toHaveBeenCalled();
  expect(release).toHaveBeenCalledOnce();
});

it("the questions of a call that waits are withdrawn, and the call is forgotten", async () => {
  const delivery = { id: "one" };
  const state = { pending: [{ delivery, answerBy: 2_000 }] };
  const { remove, release, close } = await withdrawn({ state } as unknown as SavedState);
  expect(close).toHaveBeenCalledExactlyOnceWith(delivery, "withdrawn");
  expect(remove).toHaveBeenCalledOnce();
  expect(release).toHaveBeenCalledOnce();
});
