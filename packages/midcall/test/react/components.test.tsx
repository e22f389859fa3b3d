// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { ElicitationDialog } from "midcall/react";
import { type ComponentType, useEffect } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type {
  ButtonPartProps,
  ElicitationComponents,
} from "../../src/react/customizing/components.js";
import { quietDialogs, settle, show } from "./lab.js";
import { guest, sure } from "./questions.js";

afterEach(cleanup);
quietDialogs();

const server = "GitHub";
const link = { mode: "url", message: "Sign in", url: "https://example.com/go" } as const;
const everything = {
  message: "Everything?",
  requestedSchema: {
    type: "object",
    properties: {
      name: { type: "string", title: "Name" },
      notes: { type: "string", title: "Notes", maxLength: 500 },
      day: { type: "string", title: "Day", format: "date" },
      size: { type: "string", title: "Size", enum: ["Small", "Large"] },
      month: { type: "string", title: "Month", enum: [..."ABCDEFGHIJ"] },
      city: { type: "string", title: "City", enum: Array.from({ length: 30 }, (_, n) => `C${n}`) },
      days: { type: "array", title: "Days", items: { type: "string", enum: ["Fri", "Sat"] } },
    },
  },
};

/** Components that mark their element and pass all props on. */
const marked: ElicitationComponents = {
  Button: (props) => <button {...props} data-own="Button" />,
  Link: (props) => <a {...props} data-own="Link" />,
  Input: (props) => <input {...props} data-own="Input" />,
  Textarea: (props) => <textarea {...props} data-own="Textarea" />,
  Select: (props) => <select {...props} data-own="Select" />,
  Option: ({ title, none, ...input }) => (
    <label data-own="Option" data-empty={none}>
      <input {...input} /> {title}
    </label>
  ),
  Dialog: ({ onClose, ...props }) => (
    <div role="dialog" {...props} data-own="Dialog">
      {props.children}
      <button onClick={onClose}>×</button>
    </div>
  ),
};

describe("components of the host", () => {
  it("stand in place of every part, and the form works with them", async () => {
    const { ask } = await show({ components: marked });
    const answer = ask(everything, { server });
    await settle();
    const count = (part: string): number =>
      document.querySelectorAll(`[data-own="${part}"]`).length;
    // Name, day and city.
    expect(count("Input")).toBe(3);
    expect(count("Textarea")).toBe(1);
    // Size with no answer, and the days.
    expect(count("Option")).toBe(5);
    expect(count("Select")).toBeGreaterThan(0);
    expect(document.querySelectorAll("button:not([data-own])")).toHaveLength(0);
    fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Ada" } });
    fireEvent.change(screen.getByLabelText(/^Notes/), { target: { value: "None." } });
    fireEvent.change(screen.getByLabelText(/^Day/), { target: { value: "2026-11-23" } });
    fireEvent.click(screen.getByLabelText("Large"));
    fireEvent.change(screen.getByLabelText(/^Month/), { target: { value: "2" } });
    fireEvent.click(screen.getByLabelText("Sat"));
    fireEvent.click(screen.getByRole("button", { name: "Send" }));
    expect(await answer).toEqual({
      action: "accept",
      content: {
        name: "Ada",
        notes: "None.",
        day: "2026-11-23",
        size: "Large",
        month: "C",
        days: ["Sat"],
      },
    });
  });

  it("stand in place of the dialog, which asks before it throws input away", async () => {
    const { ask } = await show({ children: <ElicitationDialog id="mine" />, components: marked });
    const answer = ask(guest, { server, ownCall: true });
    await settle();
    const dialog = screen.getByRole("dialog", { name: "GitHub asks" });
    expect(dialog.id).toBe("mine");
    expect(dialog.dataset["own"]).toBe("Dialog");
    const name = screen.getByLabelText(/^Name/);
    expect(document.activeElement).toBe(name);
    fireEvent.change(name, { target: { value: "Ada" } });
    fireEvent.click(screen.getByText("×"));
    fireEvent.click(screen.getByRole("button", { name: "Discard" }));
    expect(await answer).toEqual({ action: "cancel" });
  });

  it("may be left out or undefined: then ours stay", async () => {
    const { ask } = await show({ components: { Button: undefined, Input: marked.Input } });
    void ask(guest, { server });
    await settle();
    expect(document.querySelectorAll('[data-own="Input"]').length).toBeGreaterThan(0);
    expect(screen.getByRole("button", { name: "Send" }).dataset["midcall"]).toBe("button");
  });

  it("get the purpose of a button, and whether it is for a secret", async () => {
    const { ask } = await show({ components: marked });
    void ask(sure, { server });
    await settle();
    expect(screen.getByRole("button", { name: "Yes" }).dataset["variant"]).toBe("answer");
    expect(screen.getByRole("button", { name: "Decline" }).dataset["variant"]).toBe("quiet");
    cleanup();
    const secret = await show({ components: marked });
    void secret.ask(
      {
        message: "Your key?",
        requestedSchema: {
          type: "object",
          properties: { key: { type: "string", title: "API key" } },
        },
      },
      { server },
    );
    await settle();
    expect(screen.getByLabelText(/^API key/).getAttribute("autocomplete")).toBe("off");
    screen.getByText(/seems to ask for a secret/);
  });
});

describe("a button of the host cannot answer by itself", () => {
  const wrong: Record<string, ComponentType<ButtonPartProps>> = {
    "calls onClick when it appears": function Eager({ onClick, ...props }) {
      useEffect(() => (onClick as (() => void) | undefined)?.(), [onClick]);
      return <button {...props} />;
    },
    "calls onClick when the pointer comes over it": ({ onClick, ...props }) => (
      <button {...props} onMouseOver={onClick} onFocus={onClick as never} />
    ),
    "calls onClick later": ({ onClick, ...props }) => (
      <button {...props} onClick={(event) => setTimeout(() => onClick?.(event))} />
    ),
    "drops onClick": ({ onClick: _, ...props }) => <button {...props} />,
    "is not a button": ({ onClick, children, "aria-disabled": disabled }) => (
      <div role="button" aria-disabled={disabled} onClick={onClick as never}>
        {children}
      </div>
    ),
  };

  const optional = {
    message: "A name?",
    requestedSchema: { type: "object", properties: { name: { type: "string" } } },
  };
  const cases = Object.entries(wrong).flatMap(([name, Button]) =>
    [sure, optional].map((params) => [name, params.message, Button, params] as const),
  );

  it.each(cases)("that %s (%s)", async (_, __, Button, params) => {
    const { ask } = await show({ components: { Button } });
    const answered = vi.fn();
    void ask(params, { server }).then(answered, () => {});
    await settle();
    for (const button of screen.getAllByRole("button")) {
      fireEvent.mouseOver(button);
      fireEvent.focus(button);
      fireEvent.click(button);
      await settle(1);
    }
    const form = document.querySelector("form")!;
    fireEvent.submit(form);
    act(() => form.requestSubmit());
    await settle(5);
    expect(answered).not.toHaveBeenCalled();
  });

  it("nor before it can have been noticed", async () => {
    let now = 10_000;
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const click = (): void => {
      const event = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 });
      Object.defineProperty(event, "timeStamp", { value: now });
      const button = screen.getByRole("button", { name: "Yes" });
      fireEvent.pointerDown(button);
      fireEvent(button, event);
    };
    const { ask } = await show({ components: marked });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const answered = vi.fn();
    void ask(sure, { server }).then(answered);
    const pass = async (ms: number): Promise<void> => {
      now += ms;
      await act(() => vi.advanceTimersByTimeAsync(ms));
    };
    await pass(500);
    click();
    await pass(0);
    expect(answered).not.toHaveBeenCalled();
    await pass(600);
    click();
    await pass(0);
    vi.useRealTimers();
    expect(answered).toHaveBeenCalledWith({ action: "accept", content: { sure: true } });
  });
});

describe("a link of the host opens nothing by itself", () => {
  const wrong: Record<string, NonNullable<ElicitationComponents["Link"]>> = {
    "calls onClick when it appears": function Eager({ onClick, ...props }) {
      useEffect(() => (onClick as (() => void) | undefined)?.(), [onClick]);
      return <a {...props} />;
    },
    "goes elsewhere": ({ onClick, ...props }) => (
      <a
        {...props}
        onClick={(event) => {
          onClick?.(event);
          event.preventDefault();
        }}
      />
    ),
    "is no link": ({ onClick, children }) => (
      <button onClick={onClick as never} onAuxClick={onClick as never}>
        {children}
      </button>
    ),
  };

  it.each(Object.entries(wrong))("that %s", async (_, Link) => {
    const { ask } = await show({ components: { Link }, inbox: { open: () => false } });
    const answered = vi.fn();
    void ask(link, { server }).then(answered);
    await settle();
    fireEvent.click(screen.getByRole("button", { name: "Open example.com" }));
    await settle();
    // The test's browser must not open it.
    document.querySelector("a")?.removeAttribute("href");
    fireEvent.click(screen.getByText("Open example.com"));
    await settle(5);
    expect(answered).not.toHaveBeenCalled();
  });
});
