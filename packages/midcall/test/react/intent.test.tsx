// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { show } from "./lab.js";
import { guest, sure } from "./questions.js";

const server = "GitHub";
let now = 0;
const pass = async (ms: number): Promise<void> => {
  now += ms;
  await act(() => vi.advanceTimersByTimeAsync(ms));
};
/** Fires an event of the time that the test has. */
const fire = (target: Element, type: string, init: object = {}): void => {
  const Kind = type.startsWith("key")
    ? KeyboardEvent
    : type.startsWith("pointer")
      ? PointerEvent
      : MouseEvent;
  const event = new Kind(type, { bubbles: true, cancelable: true, ...init });
  Object.defineProperty(event, "timeStamp", { value: now });
  fireEvent(target, event);
};
const click = (name: string, detail = 1): void =>
  fire(screen.getByRole("button", { name }), "click", { detail });
const move = (pointerType = "mouse"): void =>
  fire(screen.getByRole("article"), "pointermove", { pointerType });

beforeEach(() => {
  now = 1000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A question that has just appeared, and its answers. */
async function asked(params: object): Promise<unknown[]> {
  const { ask } = await show();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const answers: unknown[] = [];
  void ask(params as never, { server }).then((answer) => answers.push(answer));
  await pass(0);
  return answers;
}

const yes = [{ action: "accept", content: { sure: true } }];

describe("a click on a button that accepts", () => {
  it("counts if the pointer has moved to it since it appeared", async () => {
    const answers = await asked(sure);
    await pass(260);
    move();
    click("Yes");
    await pass(0);
    expect(answers).toEqual(yes);
  });

  it("accepts nothing if it came at once, moving or not", async () => {
    const answers = await asked(sure);
    click("Yes");
    await pass(100);
    move();
    click("Yes");
    await pass(300);
    click("Yes");
    await pass(0);
    expect(answers).toEqual([]);
    await pass(200);
    click("Yes");
    await pass(0);
    expect(answers).toEqual(yes);
  });

  it("accepts nothing as the second one of a double click that began before", async () => {
    const answers = await asked(sure);
    await pass(600);
    click("Yes", 2);
    click("Yes", 3);
    await pass(0);
    expect(answers).toEqual([]);
    click("Yes", 1);
    await pass(0);
    expect(answers).toEqual(yes);
  });

  it("accepts nothing if it was made before and arrives late", async () => {
    const answers = await asked(sure);
    await pass(600);
    now = 900;
    click("Yes");
    await pass(0);
    expect(answers).toEqual([]);
  });

  it("counts at once if it has no pointer, as from assistive technology", async () => {
    const answers = await asked(sure);
    click("Yes", 0);
    await pass(0);
    expect(answers).toEqual(yes);
  });

  it("counts with a finger, which does not move before, after half a second", async () => {
    const answers = await asked(sure);
    await pass(300);
    move("touch");
    click("Yes");
    await pass(0);
    expect(answers).toEqual([]);
    await pass(200);
    click("Yes");
    await pass(0);
    expect(answers).toEqual(yes);
  });

  it("counts at once after the user has typed", async () => {
    const answers = await asked(guest);
    const name = screen.getByLabelText(/^Name/);
    fire(name, "keydown", { key: "A" });
    fireEvent.change(name, { target: { value: "Ada" } });
    click("Send");
    await pass(0);
    expect(answers).toEqual([{ action: "accept", content: { name: "Ada" } }]);
  });

  it("says that it is not ready yet", async () => {
    await asked(sure);
    const button = screen.getByRole("button", { name: "Yes" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    const decline = screen.getByRole("button", { name: "Decline" });
    expect(decline.getAttribute("aria-disabled")).toBe("true");
    await pass(500);
    expect(button.getAttribute("aria-disabled")).toBeNull();
    expect(decline.getAttribute("aria-disabled")).toBeNull();
  });

  it("has the review for itself: its Send does not take the second click on “Review”", async () => {
    const { ask } = await show({ review: "always" });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const answers: unknown[] = [];
    void ask(guest, { server }).then((answer) => answers.push(answer));
    await pass(600);
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Ada" } });
    click("Review", 1);
    click("Send", 2);
    await pass(600);
    click("Send", 3);
    await pass(0);
    expect(answers).toEqual([]);
    click("Send", 1);
    await pass(0);
    expect(answers).toHaveLength(1);
  });
});

describe("Enter", () => {
  /** The click that a browser makes of it: on the focused button, or on the form's. */
  const enter = async (target: Element, init: object = {}): Promise<void> => {
    fire(target, "keydown", { key: "Enter", ...init });
    now += 5;
    click("Send", 0);
    await pass(0);
  };
  const optional = {
    message: "Notes?",
    requestedSchema: {
      type: "object",
      properties: { notes: { type: "string", maxLength: 500 }, name: { type: "string" } },
    },
  };
  const sent = [{ action: "accept", content: {} }];

  it("accepts nothing as the first key after the form appeared, and works at once after another", async () => {
    const answers = await asked(optional);
    const [, name] = screen.getAllByRole("textbox");
    await enter(name!);
    expect(answers).toEqual([]);
    await pass(200);
    fire(name!, "keydown", { key: "Tab" });
    await enter(name!);
    expect(answers).toEqual(sent);
  });

  it("accepts nothing while it is held", async () => {
    const answers = await asked(optional);
    const [, name] = screen.getAllByRole("textbox");
    await pass(600);
    await enter(name!, { repeat: true });
    expect(answers).toEqual([]);
    await pass(200);
    await enter(name!);
    expect(answers).toEqual(sent);
  });

  it("shows at once what is missing", async () => {
    await asked(guest);
    await enter(screen.getByLabelText(/^Name/));
    screen.getByText("Name: This is required.");
  });
});
