import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createGuard } from "../../src/console/access/guard.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("takes a ticket once, within a minute, and says when it is over", () => {
  const guard = createGuard("the token", () => 1);
  const over = vi.fn<() => void>();
  const used = guard.ticket(over);
  expect(guard.redeem("another")).toBeUndefined();
  expect(over).not.toHaveBeenCalled();
  expect(guard.redeem(used)).toBe("the token");
  expect(guard.redeem(used)).toBeUndefined();
  expect(over).toHaveBeenCalledTimes(1);

  const late = guard.ticket(over);
  vi.advanceTimersByTime(59_999);
  expect(over).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(over).toHaveBeenCalledTimes(2);
  expect(guard.redeem(late)).toBeUndefined();
});

it("takes no ticket that ran out while the computer was asleep", () => {
  const guard = createGuard("the token", () => 1);
  const over = vi.fn<() => void>();
  const ticket = guard.ticket(over);
  vi.setSystemTime(Date.now() + 60_000);
  expect(guard.redeem(ticket)).toBeUndefined();
  expect(over).toHaveBeenCalledTimes(1);
});
