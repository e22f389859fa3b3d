// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useMeantInput } from "../../../web/src/hooks/use-meant-input.js";

let now = 0;
const pass = async (ms: number): Promise<void> => {
  now += ms;
  await act(() => vi.advanceTimersByTimeAsync(ms));
};
const fire = (target: Element, type: "click" | "pointerdown" | "pointermove"): void => {
  const Kind = type === "click" ? MouseEvent : PointerEvent;
  const event = new Kind(type, { bubbles: true, cancelable: true, detail: 1 });
  Object.defineProperty(event, "timeStamp", { value: now });
  fireEvent(target, event);
};
const press = (): void => {
  fire(screen.getByRole("button"), "pointerdown");
  fire(screen.getByRole("button"), "click");
};

/** A card with one answering button, and how often it answered. */
function Card(props: { readonly place: string; readonly onAnswer: () => void }): ReactNode {
  const [{ isMeant }, handlers] = useMeantInput(props.place);
  return (
    <article {...handlers}>
      <button onClick={(event) => isMeant(event) && props.onAnswer()}>Send</button>
    </article>
  );
}

beforeEach(() => {
  now = 1000;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("a button that has moved under the pointer takes nothing until the pointer has left it", async () => {
  const answer = vi.fn();
  const { rerender } = render(<Card place="below" onAnswer={answer} />);
  await pass(1000);
  rerender(<Card place="above" onAnswer={answer} />);
  for (let time = 0; time < 900; time += 100) {
    await pass(100);
    fire(screen.getByRole("button"), "pointermove");
    press();
  }
  expect(answer).not.toHaveBeenCalled();
  fire(document.body, "pointermove");
  await pass(0);
  press();
  expect(answer).toHaveBeenCalledTimes(1);
});

it("a button that has moved under the pointer takes a press after a second, not one that began before", async () => {
  const answer = vi.fn();
  const { rerender } = render(<Card place="below" onAnswer={answer} />);
  rerender(<Card place="above" onAnswer={answer} />);
  await pass(900);
  fire(screen.getByRole("button"), "pointerdown");
  await pass(100);
  fire(screen.getByRole("button"), "click");
  expect(answer).not.toHaveBeenCalled();
  press();
  expect(answer).toHaveBeenCalledTimes(1);
});

it("takes no key that was typed before the card could be seen", async () => {
  const answer = vi.fn();
  render(<Card place="here" onAnswer={answer} />);
  const button = screen.getByRole("button");
  const key = (name: string, init: KeyboardEventInit = {}, type = "keydown"): void => {
    const event = new KeyboardEvent(type, { key: name, bubbles: true, cancelable: true, ...init });
    Object.defineProperty(event, "timeStamp", { value: now });
    fireEvent(button, event);
  };
  /** The browser makes a click of Space when it is released, without a pointer. */
  const release = async (): Promise<void> => {
    key(" ", {}, "keyup");
    const click = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 0 });
    Object.defineProperty(click, "timeStamp", { value: now });
    fireEvent(button, click);
    await pass(0);
  };
  /** Tab to the button and Space on it. */
  const answerByKeys = async (): Promise<void> => {
    key("Tab");
    await pass(20);
    key(" ");
    await pass(20);
    await release();
  };
  await pass(20);
  await answerByKeys();
  await pass(300);
  await answerByKeys();
  await pass(500);
  // Pressed before a second has passed, and released after it.
  key(" ");
  await pass(200);
  key("a");
  await release();
  for (let time = 0; time < 2000; time += 200) {
    await pass(160);
    await answerByKeys();
  }
  expect(answer).not.toHaveBeenCalled();
  await pass(300);
  await answerByKeys();
  expect(answer).toHaveBeenCalledTimes(1);
});
