// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { cannotAsk, type Inbox } from "midcall/client";
import { ElicitationInbox, useElicitations } from "midcall/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { color, show } from "./lab.js";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const MINUTE = 60_000;
const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
const button = (): HTMLElement | null => screen.queryByRole("button", { name: "More time" });

/** What the live regions of the question say. */
const said = (): string =>
  [...screen.getByRole("article").querySelectorAll('[role="status"]')]
    .map(({ textContent }) => textContent)
    .join("");

/** An inbox whose clock is the test's, in the page. */
async function timed(timeoutMs: number, children = <ElicitationInbox />): Promise<Inbox> {
  const { inbox } = await show({
    inbox: { policy: { timeoutMs }, now: () => Date.now() },
    children,
  });
  vi.useFakeTimers();
  return inbox;
}

async function ask(inbox: Inbox): Promise<unknown[]> {
  const results: unknown[] = [];
  void inbox.handle(color, { server: "GitHub" }).then((result) => results.push(result));
  await pass(0);
  return results;
}

describe("more time", () => {
  it("is offered when two minutes are left, and aloud", async () => {
    await ask(await timed(10 * MINUTE));
    screen.getByText("10 minutes left");
    await pass(8 * MINUTE - 1000);
    expect(button()).toBeNull();
    expect(said()).toBe("");
    await pass(1000);
    expect(button()).not.toBeNull();
    expect(said()).toBe("2 minutes left; you can ask for more time");
    await pass(MINUTE);
    expect(said()).toBe("60 seconds left; you can ask for more time");
    await pass(5000);
    expect(said()).toBe("60 seconds left; you can ask for more time");
    await pass(5000);
    expect(said()).toBe("");
    expect(button()).not.toBeNull();
  });

  it("is all the time again, for as long as the person asks for it", async () => {
    const results = await ask(await timed(10 * MINUTE));
    for (let time = 0; time < 10; time++) {
      await pass(10 * MINUTE - 1000);
      fireEvent.click(button()!);
      await pass(0);
      screen.getByText("10 minutes left");
      expect(said()).toBe("10 minutes left; you can ask for more time");
    }
    await pass(7 * MINUTE);
    expect(said()).toBe("");
    await pass(MINUTE);
    expect(said()).toBe("2 minutes left; you can ask for more time");
    await pass(2 * MINUTE - 1000);
    expect(results).toEqual([]);
    await pass(1000);
    expect(results).toEqual([cannotAsk("deadline")]);
  });

  it("leaves the focus where it is", async () => {
    await ask(await timed(10 * MINUTE));
    await pass(9 * MINUTE);
    button()!.focus();
    fireEvent.click(button()!);
    await pass(3 * MINUTE);
    screen.getByText("7 minutes left");
    expect(document.activeElement).toBe(button());
    expect(said()).toBe("");
  });

  it("is offered at once where there are less than two minutes in all", async () => {
    await ask(await timed(45_000));
    expect(button()).not.toBeNull();
    expect(said()).toBe("50 seconds left; you can ask for more time");
  });

  it("is not offered for the next question before its time is short", async () => {
    const inbox = await timed(10 * MINUTE);
    const first = await ask(inbox);
    const second = await ask(inbox);
    await pass(9 * MINUTE);
    expect(button()).not.toBeNull();
    await pass(MINUTE);
    expect(first).toHaveLength(1);
    expect(second).toEqual([]);
    screen.getByText("10 minutes left");
    expect(button()).toBeNull();
  });

  it("can be had from a part of one's own", async () => {
    function Short() {
      const { showing, extend } = useElicitations();
      return showing.map(({ id }) => (
        <button key={id} onClick={() => extend(id)}>
          Wait
        </button>
      ));
    }
    const inbox = await timed(MINUTE, <Short />);
    const results = await ask(inbox);
    inbox.markVisible(inbox.getSnapshot().showing[0]!.id);
    await pass(MINUTE - 1000);
    fireEvent.click(screen.getByRole("button", { name: "Wait" }));
    await pass(MINUTE - 1000);
    expect(results).toEqual([]);
    await pass(1000);
    expect(results).toEqual([cannotAsk("deadline")]);
  });
});
