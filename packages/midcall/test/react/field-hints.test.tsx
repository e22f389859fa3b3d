// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createForm } from "midcall/form";
import { ElicitationProvider, FormFields } from "midcall/react";
import { createInbox } from "midcall/client";
import type { ElicitationProviderProps } from "../../src/react/components/elicitation-provider.js";
import { afterEach, beforeAll, describe, expect, it } from "vitest";

// What a provider loads when it is mounted must not be on its way still when the tests are over.
beforeAll(() => import("../../src/react/loading/question-parts.js"));
afterEach(cleanup);

type Options = Partial<Omit<ElicitationProviderProps, "inbox">>;

/** Shows one field, and returns its form. */
function shown(schema: object, options: Options = {}, required: readonly string[] = []) {
  const form = createForm(
    { type: "object", properties: { x: schema, y: { type: "string" } }, required },
    { timeZoneOffset: options.timeZoneOffset },
  );
  render(
    <ElicitationProvider inbox={createInbox()} {...options}>
      <FormFields form={form} />
    </ElicitationProvider>,
  );
  return form;
}
const field = (): HTMLElement => document.querySelector<HTMLElement>('[data-name="x"]')!;
const hint = (): string | null | undefined =>
  field().querySelector('[data-midcall="hint"]')?.textContent;
const error = (): string | null | undefined =>
  field().querySelector('[data-midcall="error"]')?.textContent;

describe("limits", () => {
  it.each([
    [{ type: "integer", minimum: 1, maximum: 60 }, "Enter 1 to 60."],
    [{ type: "integer", minimum: 1 }, "Enter 1 or more."],
    [{ type: "string", minLength: 2, maxLength: 10 }, "Enter 2 to 10 characters."],
    [{ type: "string", minLength: 6, maxLength: 6 }, "Enter 6 characters."],
    [{ type: "string", maxLength: 200 }, undefined],
    [{ type: "string", maxLength: 12 }, "Enter at most 12 characters."],
    [{ type: "integer", minimum: -9007199254740991, maximum: 9007199254740991 }, undefined],
    [{ type: "integer", minimum: 1, maximum: 9007199254740991 }, "Enter 1 or more."],
    [{ type: "string", maxLength: 20, pattern: "^\\s*delete\\s*$" }, undefined],
    [
      { type: "array", items: { type: "string", enum: ["a", "b", "c"] }, minItems: 1, maxItems: 2 },
      "Choose 1 to 2.",
    ],
  ])("%j are told as “%s”", (schema, text) => {
    shown(schema);
    expect(hint()).toBe(text);
  });

  it.each([
    ["Choose at least 1.", { items: { enum: ["a", "b", "c"] }, minItems: 1, maxItems: 2 }, []],
    [
      "Choose at most 2.",
      { items: { enum: ["a", "b", "c"] }, minItems: 1, maxItems: 2 },
      ["a", "b", "c"],
    ],
  ])("are not told again beside the error “%s”", (text, list, chosen) => {
    const form = shown({ type: "array", ...list, items: { type: "string", ...list.items } }, {}, [
      "x",
    ]);
    expect(hint()).toContain("Choose 1 to 2.");
    act(() => {
      form.set("x", ["a"]);
      form.set("x", chosen);
      form.submit();
    });
    expect(error()).toBe(text);
    expect(hint() ?? "").not.toContain("Choose");
  });

  it("of a long text are told when it is nearly reached", () => {
    shown({ type: "string", title: "Word", maxLength: 200 });
    const input = screen.getByLabelText(/^Word/);
    fireEvent.change(input, { target: { value: "x".repeat(160) } });
    expect(hint()).toBeUndefined();
    fireEvent.change(input, { target: { value: "x".repeat(161) } });
    expect(hint()).toBe("Enter at most 200 characters.");
  });

  it("have the words of a host that has its own for both ends", () => {
    const issue = ({ code, params }: { code: string; params: Record<string, unknown> }) =>
      code === "minimum" ? `ab ${String(params["limit"])}` : `bis ${String(params["limit"])}`;
    shown({ type: "integer", minimum: 1, maximum: 60 }, { messages: { issue } });
    expect(hint()).toBe("ab 1 bis 60");
    cleanup();
    const between = (low: number, high: number): string => `${low} bis ${high}`;
    shown({ type: "integer", minimum: 1, maximum: 60 }, { messages: { between } });
    expect(hint()).toBe("1 bis 60");
  });
});

it("a pattern is announced, and never shown", () => {
  const form = shown({ type: "string", title: "Code", pattern: "^[A-Z]{3}-\\d+$" });
  expect(hint()).toBe("The server checks the format.");
  fireEvent.change(screen.getByLabelText(/^Code/), { target: { value: "abc" } });
  form.submit();
  cleanup();
  shown({ type: "string", pattern: "^[A-Z]{3}-\\d+$" });
  expect(form.getSnapshot().fields[0]!.error).toBe(
    "Enter it in the format that the server asks for.",
  );
  expect(error()).toBeUndefined();
  expect(document.body.textContent).not.toContain("[A-Z]");
});

it("options of one title can be told apart", () => {
  shown({
    type: "string",
    oneOf: [
      { const: "eu-1", title: "Europe" },
      { const: "eu-2", title: "Europe" },
      { const: "us", title: "America" },
    ],
  });
  const names = screen.getAllByRole("radio").map((radio) => radio.closest("label")!.textContent);
  expect(names).toEqual(["Europe (eu-1)", "Europe (eu-2)", "America", "No answer"]);
});

it("no answer is marked as none, not as an answer", () => {
  shown({ type: "boolean" });
  const marked = [...field().querySelectorAll('[data-midcall="option"]')].map((option) => [
    option.textContent,
    option.hasAttribute("data-none"),
  ]);
  expect(marked).toEqual([
    ["Yes", false],
    ["No", false],
    ["No answer", true],
  ]);
});

describe("a date and time", () => {
  const at = { type: "string", format: "date-time", title: "At" };
  const berlin = (local: string): string => (/-0[4-9]-/.test(local) ? "+02:00" : "+01:00");
  const enter = (value: string): boolean =>
    fireEvent.change(screen.getByLabelText(/^At/), { target: { value } });

  it("says exactly what is sent, with the offset of that day", () => {
    const form = shown(at, { timeZoneOffset: berlin });
    enter("2026-07-01T09:30");
    expect(hint()).toBe("Sent as 2026-07-01T09:30:00+02:00");
    enter("2026-01-01T09:30");
    expect(hint()).toBe(`Sent as ${String(form.getSnapshot().fields[0]!.value)}`);
    expect(hint()).toContain("+01:00");
  });

  it("says UTC once", () => {
    shown(at, { timeZoneOffset: "+00:00" });
    expect(hint()).toBe("Time zone: UTC.");
    cleanup();
    shown(at, { timeZoneOffset: "+02:00" });
    expect(hint()).toBe("Time zone: UTC+02:00.");
  });

  it("names the zone of the device, unless the value is of another", () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    shown(at);
    expect(hint()).toBe(`Time zone: ${zone}.`);
    cleanup();
    shown({ ...at, default: "2026-07-01T09:30:00Z" });
    expect(hint()).toBe("Sent as 2026-07-01T09:30:00Z");
    cleanup();
    shown({ ...at, default: "2026-07-01T09:30:00+11:45" });
    expect(hint()).toBe("Sent as 2026-07-01T09:30:00+11:45");
  });
});

it("a code in a text does not break at its hyphen", () => {
  shown({ type: "string", description: "Enter ABCD-1234 at the door, not 2026-01-31 or a-b." });
  const codes = [...field().querySelectorAll('[data-midcall="code"]')];
  expect(codes.map(({ textContent }) => textContent)).toEqual(["ABCD-1234", "2026-01-31"]);
  expect(field().textContent).toContain("Enter ABCD-1234 at the door, not 2026-01-31 or a-b.");
});
