import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createGuard } from "../../src/console/access/guard.js";
import {
  createSealedMessages,
  REQUEST,
  responseTo,
  type SealedBytes,
} from "../../src/console/access/sealed-messages.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

const ORIGIN = "http://127.0.0.1:1";
const TOKEN = "the token of these tests";
const sealedWith = async (secret: string, origin = ORIGIN): Promise<SealedBytes> =>
  (await createSealedMessages(secret, origin)).seal(REQUEST, {});

it("takes a ticket once, within a minute, and says when it is over", async () => {
  const guard = createGuard(TOKEN, { origin: ORIGIN, path: "/path/" });
  const over = vi.fn<() => void>();
  const used = guard.ticket(over);
  expect(await guard.redeem(await sealedWith("another"))).toBeUndefined();
  expect(over).not.toHaveBeenCalled();
  const request = await sealedWith(used);
  const token = await guard.redeem(request);
  const messages = await createSealedMessages(used, ORIGIN);
  expect(await messages.open(responseTo(request), token!)).toEqual({ token: TOKEN });
  expect(await guard.redeem(request)).toBeUndefined();
  expect(over).toHaveBeenCalledTimes(1);

  const late = guard.ticket(over);
  vi.advanceTimersByTime(59_999);
  expect(over).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(over).toHaveBeenCalledTimes(2);
  expect(await guard.redeem(await sealedWith(late))).toBeUndefined();
});

it("takes no ticket that ran out while the computer was asleep", async () => {
  const guard = createGuard(TOKEN, { origin: ORIGIN, path: "/path/" });
  const over = vi.fn<() => void>();
  const ticket = guard.ticket(over);
  vi.setSystemTime(Date.now() + 60_000);
  expect(await guard.redeem(await sealedWith(ticket))).toBeUndefined();
  expect(over).toHaveBeenCalledTimes(1);
});

it("opens what was sealed with the token, for this page, and nothing else", async () => {
  const guard = createGuard(TOKEN, { origin: ORIGIN, path: "/path/" });
  expect((await guard.open(await sealedWith(TOKEN)))?.request).toEqual({});
  expect(await guard.open(await sealedWith("another"))).toBeUndefined();
  expect(await guard.open(await sealedWith(guard.ticket()))).toBeUndefined();
  expect(await guard.open(await sealedWith(TOKEN, "http://127.0.0.1:2"))).toBeUndefined();
  const sealed = await sealedWith(TOKEN);
  for (let at = 0; at < sealed.length; at++) {
    const changed = sealed.slice();
    changed[at]! ^= 1;
    expect(await guard.open(changed)).toBeUndefined();
    expect(await guard.open(sealed.slice(0, at))).toBeUndefined();
  }
});
