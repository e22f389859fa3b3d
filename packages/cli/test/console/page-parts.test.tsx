// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { draftFor } from "../../web/src/argument-forms.js";
import { ArgumentsForm } from "../../web/src/parts/arguments-form.js";
import { CallResult } from "../../web/src/parts/call-result.js";
import { ScreenBoundary } from "../../web/src/parts/screen-boundary.js";
import { hrefOf, readRoute } from "../../web/src/route.js";

afterEach(cleanup);

const press = (name: string): boolean => fireEvent.click(screen.getByRole("button", { name }));
const editor = (): HTMLTextAreaElement =>
  screen.getByRole("textbox", { name: "Arguments as JSON" });
const enter = (text: string): boolean => fireEvent.change(editor(), { target: { value: text } });

let number = 0;
function showForm(): ReturnType<typeof vi.fn> {
  const inputSchema = {
    type: "object",
    properties: { name: { type: "string" }, count: { type: "integer" }, p: { type: "object" } },
  };
  const tool = { name: "t", title: "t", description: "", hints: [], inputSchema };
  const onCall = vi.fn();
  render(
    <ArgumentsForm draft={draftFor(`s${++number}`, tool)} disabled={false} onCall={onCall}>
      {(args) => (
        <button type="button" onClick={() => onCall(args())}>
          Copy
        </button>
      )}
    </ArgumentsForm>,
  );
  return onCall;
}

it("keeps arguments from JSON that the form does not hold", () => {
  const onCall = showForm();
  press("Edit as JSON");
  enter('{"name":"Ann","p":{"x":1},"extra":5,"__proto__":{"y":2}}');
  press("Back to the form");
  expect(screen.getByText(/Sent too/).textContent).toMatch("p, extra, __proto__");
  fireEvent.change(screen.getByRole("textbox", { name: /name/i }), { target: { value: "Bea" } });
  const all = JSON.stringify({ p: { x: 1 }, extra: 5, name: "Bea" });
  press("Copy");
  press("Call");
  for (const [sent] of onCall.mock.calls as [object][]) {
    expect(Object.getOwnPropertyNames(sent).sort()).toEqual(["__proto__", "extra", "name", "p"]);
    expect(sent).toMatchObject(JSON.parse(all) as object);
  }
  expect(onCall).toHaveBeenCalledTimes(2);
  press("Edit as JSON");
  expect(JSON.parse(editor().value)).toMatchObject(JSON.parse(all) as object);
  // What is taken out there is gone.
  enter('{"name":"Cid"}');
  press("Back to the form");
  press("Call");
  expect(onCall).toHaveBeenLastCalledWith({ name: "Cid" });
});

it("stays with JSON that is none, and says why", () => {
  showForm();
  press("Edit as JSON");
  enter('{"name": "Ann"');
  press("Back to the form");
  expect(editor().value).toBe('{"name": "Ann"');
  expect(screen.getByRole("alert").textContent).toMatch("This is no JSON");
  expect(document.activeElement).toBe(editor());
});

it.each(["bad\ud800name", "\udfff", "%ud800", "%uD800", "100%", "a/b", "👨‍👩‍👧", "עברית"])(
  "finds a tool by its address, whatever its name: %j",
  (tool) => {
    const route = { screen: "tool", id: "1", tool } as const;
    const { hash } = new URL(hrefOf(route), "http://localhost");
    expect(readRoute(hash)).toEqual(route);
  },
);

it("shows text as it is, and takes out only what hides or turns around", () => {
  const text = "می‌خواهم 👨‍👩‍👧";
  render(
    <CallResult
      isError={false}
      result={{ parts: [{ type: "text", text: `${text}\u202e\u200b`, cut: false }] }}
    />,
  );
  expect(screen.getByRole("paragraph").textContent).toBe(text);
});

it("keeps a screen that fails to itself, until somebody goes elsewhere or tries again", () => {
  const errors = vi.spyOn(console, "error").mockImplementation(() => {});
  let fails = true;
  const Screen = (): React.ReactNode => {
    if (fails) throw new URIError("URI malformed");
    return <h1>Fine</h1>;
  };
  const at = (place: string): React.ReactNode => {
    location.hash = place;
    return (
      <>
        <p>A question</p>
        <ScreenBoundary place={place}>
          {place === "#/ok" ? <h1>Good</h1> : <Screen />}
        </ScreenBoundary>
      </>
    );
  };
  const heading = (): string | null => screen.getByRole("heading", { level: 1 }).textContent;
  const { rerender } = render(at("#/bad"));
  expect(screen.getByRole("alert").textContent).toMatch(/Choose another screen.*URI malformed/);
  screen.getByText("A question");
  rerender(at("#/ok"));
  expect(heading()).toBe("Good");
  fails = false;
  rerender(at("#/bad"));
  expect(heading()).toBe("Fine");
  fails = true;
  rerender(at("#/worse"));
  expect(heading()).toMatch("could not be shown");
  fails = false;
  press("Try again");
  expect(heading()).toBe("Fine");
  errors.mockRestore();
});
