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
const click = (name: string, detail = 1): void => {
  const button = screen.getByRole("button", { name });
  if (detail > 0) fire(button, "pointerdown");
  fire(button, "click", { detail });
};
const move = (target: Element = screen.getByRole("article"), pointerType = "mouse"): void =>
  fire(target, "pointermove", { pointerType });
const button = (name: string): HTMLElement => screen.getByRole("button", { name });

beforeEach(() => {
  now += 10_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A question that has just appeared, and its answers. */
async function asked(params: object, ownCall = false): Promise<unknown[]> {
  const { ask } = await show();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const answers: unknown[] = [];
  void ask(params as never, { server, ownCall }).then((answer) => answers.push(answer));
  await pass(0);
  return answers;
}

const yes = [{ action: "accept", content: { sure: true } }];

describe("a click on a button that accepts", () => {
  it.each(["the question", "the page around it"])(
    "counts if the pointer has come to it over %s since it appeared",
    async (place) => {
      const answers = await asked(sure);
      await pass(260);
      move(place === "the question" ? undefined : document.body);
      move(button("Yes"));
      click("Yes");
      await pass(0);
      expect(answers).toEqual(yes);
    },
  );

  it("accepts nothing of a pointer that moves on the button that appeared under it", async () => {
    const answers = await asked(sure);
    for (let time = 0; time < 900; time += 100) {
      await pass(100);
      move(button("Yes"));
      click("Yes");
    }
    await pass(0);
    expect(answers).toEqual([]);
    move();
    move(button("Yes"));
    click("Yes");
    await pass(0);
    expect(answers).toEqual(yes);
  });

  it("accepts nothing if the button was pressed before it could be noticed", async () => {
    const answers = await asked(sure);
    await pass(900);
    fire(button("Yes"), "pointerdown");
    await pass(200);
    fire(button("Yes"), "click", { detail: 1 });
    await pass(0);
    expect(answers).toEqual([]);
    click("Yes");
    await pass(0);
    expect(answers).toEqual(yes);
  });

  it("accepts nothing of the question that came in the place of the one that was clicked", async () => {
    const { ask } = await show();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const answers: unknown[] = [];
    const note = (answer: unknown): unknown => answers.push(answer);
    void ask(sure, { server }).then(note);
    void ask({ ...sure, message: "And the others?" }, { server }).then(note);
    await pass(1000);
    click("Yes");
    await pass(300);
    screen.getByText("And the others?");
    move(button("Yes"));
    click("Yes");
    await pass(0);
    expect(answers).toEqual(yes);
    await pass(700);
    click("Yes");
    await pass(0);
    expect(answers).toEqual([...yes, ...yes]);
  });

  it("accepts nothing if it came at once, moving or not", async () => {
    const answers = await asked(sure);
    click("Yes");
    await pass(100);
    move();
    click("Yes");
    await pass(800);
    click("Yes");
    await pass(0);
    expect(answers).toEqual([]);
    await pass(100);
    click("Yes");
    await pass(0);
    expect(answers).toEqual(yes);
  });

  it("accepts nothing as the second one of a double click that began before", async () => {
    const answers = await asked(sure);
    await pass(1000);
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
    await pass(1000);
    now -= 1100;
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

  it("counts with a finger, which does not move before, after a second", async () => {
    const answers = await asked(sure);
    await pass(800);
    move(undefined, "touch");
    click("Yes");
    await pass(0);
    expect(answers).toEqual([]);
    await pass(200);
    click("Yes");
    await pass(0);
    expect(answers).toEqual(yes);
  });

  it("counts at once after the user has typed, if the question could be seen before", async () => {
    const answers = await asked(guest);
    await pass(300);
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
    await pass(1000);
    expect(button.getAttribute("aria-disabled")).toBeNull();
    expect(decline.getAttribute("aria-disabled")).toBeNull();
  });

  it("has the review for itself: its Send does not take the second click on “Review”", async () => {
    const { ask } = await show({ review: "always" });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const answers: unknown[] = [];
    void ask(guest, { server }).then((answer) => answers.push(answer));
    await pass(1000);
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Ada" } });
    click("Review", 1);
    click("Send", 2);
    await pass(1000);
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
    const answers = await asked(optional, true);
    const [, name] = screen.getAllByRole("textbox");
    await enter(name!);
    expect(answers).toEqual([]);
    await pass(300);
    fire(name!, "keydown", { key: "Tab" });
    await enter(name!);
    expect(answers).toEqual(sent);
  });

  it("accepts nothing while it is held", async () => {
    const answers = await asked(optional);
    const [, name] = screen.getAllByRole("textbox");
    await pass(1000);
    await enter(name!, { repeat: true });
    expect(answers).toEqual([]);
    await pass(300);
    await enter(name!);
    expect(answers).toEqual(sent);
  });

  it("shows at once what is missing", async () => {
    await asked(guest);
    await enter(screen.getByLabelText(/^Name/));
    screen.getByText("Name: This is required.");
  });
});

describe("a key on a button", () => {
  /** Tab to the button and a key on it, with the click that a browser makes when the key is released. */
  const press = async (key: "Enter" | " ", gap: number, name = "Yes"): Promise<void> => {
    fire(screen.getByRole("article"), "keydown", { key: "Tab" });
    await pass(gap);
    fire(button(name), "keydown", { key });
    await pass(key === " " ? 150 : 1);
    click(name, 0);
    await pass(0);
  };

  it.each([
    ["Enter", 20],
    ["Enter", 300],
    [" ", 20],
    [" ", 300],
  ] as const)(
    "accepts nothing if it was typed before a question that came by itself could be seen (%j, %d ms apart)",
    async (key, gap) => {
      const answers = await asked(sure);
      const since = now;
      await pass(20);
      await press(key, gap);
      await press(key, gap / 2, "Decline");
      expect(now - since).toBeLessThan(1000);
      expect(answers).toEqual([]);
      await pass(1000);
      await press(key, 20);
      expect(answers).toEqual(yes);
    },
  );

  it.each(["Enter", " "] as const)(
    "accepts nothing while the user goes on typing, who has not seen the question (%j)",
    async (key) => {
      const answers = await asked(sure);
      for (let time = 0; time < 3000; time += 200) {
        await pass(80);
        fire(document.activeElement!, "keydown", { key: "a" });
        await press(key, 40);
      }
      expect(answers).toEqual([]);
      await pass(260);
      await press(key, 20);
      expect(answers).toEqual(yes);
    },
  );

  it("accepts nothing of a choice that was made and sent before the question could be seen", async () => {
    const colour = { type: "string", enum: ["red", "blue"] };
    const answers = await asked({
      message: "Colour?",
      requestedSchema: { type: "object", properties: { colour }, required: ["colour"] },
    });
    const red = screen.getByRole("radio", { name: "red" });
    await pass(30);
    fire(screen.getByRole("article"), "keydown", { key: "Tab" });
    await pass(260);
    fire(red, "keydown", { key: " " });
    await pass(100);
    fire(red, "keyup", { key: " " });
    fireEvent.click(red);
    await press(" ", 260, "Send");
    expect(answers).toEqual([]);
    await pass(500);
    await press(" ", 20, "Send");
    expect(answers).toEqual([{ action: "accept", content: { colour: "red" } }]);
  });

  it("accepts nothing as a Space that is released after the next key was pressed", async () => {
    const answers = await asked(sure);
    await pass(900);
    fire(button("Yes"), "keydown", { key: " " });
    await pass(400);
    fire(button("Yes"), "keydown", { key: "a" });
    fire(button("Yes"), "keyup", { key: " " });
    click("Yes", 0);
    await pass(0);
    expect(answers).toEqual([]);
    await pass(300);
    fire(button("Yes"), "keydown", { key: " " });
    click("Yes", 0);
    await pass(0);
    expect(answers).toEqual(yes);
  });

  it("accepts nothing as a Space that was pressed before the question appeared", async () => {
    const answers = await asked(sure);
    for (let time = 0; time < 1500; time += 500) {
      await pass(500);
      fire(button("Yes"), "keydown", { key: " ", repeat: true });
    }
    fire(button("Yes"), "keyup", { key: " " });
    click("Yes", 0);
    await pass(0);
    expect(answers).toEqual([]);
    // Assistive technology clicks without a key.
    await pass(200);
    click("Yes", 0);
    await pass(0);
    expect(answers).toEqual(yes);
  });

  it.each(["Enter", " "] as const)("counts at once in a call of the user's (%j)", async (key) => {
    const answers = await asked(sure, true);
    await press(key, 5);
    expect(answers).toEqual(yes);
  });

  it("counts after a second in any case", async () => {
    const answers = await asked(sure);
    fire(screen.getByRole("article"), "keydown", { key: "Tab" });
    await pass(1000);
    fire(button("Yes"), "keydown", { key: " " });
    click("Yes", 0);
    await pass(0);
    expect(answers).toEqual(yes);
  });

  it.each(["came after it", "waited behind it", "came after an answer that was not sent"])(
    "accepts no question in the place of one that the server has withdrawn, if it %s",
    async (order) => {
      const { ask, inbox } = await show();
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const withdrawn = new AbortController();
      const answers: unknown[] = [];
      const askNext = (): void => {
        const next = { ...sure, message: "Delete all?" };
        void ask(next, { server, ownCall: true }).then((answer) => answers.push(answer));
      };
      void ask(sure, { server, ownCall: true, signal: withdrawn.signal }).catch(() => {});
      if (order === "waited behind it") askNext();
      await pass(2000);
      if (order === "came after an answer that was not sent") {
        vi.spyOn(inbox, "respond").mockResolvedValueOnce({ ok: false, errors: ["Not sent."] });
        await press("Enter", 20);
        screen.getByText("Not sent.");
      }
      expect(screen.queryByText("Delete all?")).toBeNull();
      withdrawn.abort();
      await pass(0);
      if (order !== "waited behind it") askNext();
      await pass(0);
      screen.getByText("Delete all?");
      await press(" ", 20);
      await press("Enter", 20);
      expect(answers).toEqual([]);
      await pass(1000);
      await press("Enter", 20);
      expect(answers).toEqual(yes);
    },
  );

  it("counts at once on the review that the user's key has led to", async () => {
    const { ask } = await show({ review: "always" });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const answers: unknown[] = [];
    void ask(guest, { server, ownCall: true }).then((answer) => answers.push(answer));
    await pass(0);
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Ada" } });
    await press("Enter", 5, "Review");
    await press("Enter", 5, "Send");
    expect(answers).toEqual([{ action: "accept", content: { name: "Ada" } }]);
  });

  it("counts at once for what the same call asks after a decline that was asked about", async () => {
    const { ask } = await show();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const answers: unknown[] = [];
    const note = (answer: unknown): unknown => answers.push(answer);
    void ask(guest, { server, ownCall: true }).then(note);
    await pass(0);
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Ada" } });
    await press("Enter", 5, "Decline");
    await press("Enter", 5, "Discard");
    void ask(sure, { server, ownCall: true }).then(note);
    await pass(0);
    await press("Enter", 5);
    expect(answers).toEqual([{ action: "decline" }, ...yes]);
  });

  it("counts at once for what the same call asks after an answer", async () => {
    const { ask } = await show();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const answers: unknown[] = [];
    for (const message of ["One?", "Two?"]) {
      void ask({ ...sure, message }, { server, ownCall: true }).then((one) => answers.push(one));
      await pass(0);
      screen.getByText(message);
      await press("Enter", 5);
    }
    expect(answers).toEqual([...yes, ...yes]);
  });
});
