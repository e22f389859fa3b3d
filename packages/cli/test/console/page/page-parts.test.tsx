// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { createInbox } from "midcall/client";
import { ElicitationProvider } from "midcall/react";
import type { ServerView } from "../../../src/console/views/api-types.js";
import { draftFor } from "../../../web/src/data/argument-forms.js";
import { ConsoleContext } from "../../../web/src/context.js";
import { ArgumentsForm } from "../../../web/src/parts/call/arguments-form.js";
import { CallResult } from "../../../web/src/parts/result/call-result.js";
import { ScreenBoundary } from "../../../web/src/parts/screen-boundary.js";
import { ServerHeader } from "../../../web/src/parts/server/server-header.js";
import { hrefOf, readRoute } from "../../../web/src/route.js";

afterEach(cleanup);
// The components load the rest of theirs after they are rendered.
afterAll(() => vi.dynamicImportSettled());

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
  const names = screen.getAllByRole<HTMLInputElement>("textbox", { name: "Name" });
  expect(names.map(({ value }) => value)).toEqual(["extra", "__proto__"]);
  fireEvent.change(screen.getByRole("textbox", { name: "Name optional" }), {
    target: { value: "Bea" },
  });
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
  expect(screen.getByRole("alert").textContent).toMatch("Invalid JSON");
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

it("shows JSON in a text with a line for each member, and as it was sent", () => {
  const text = `{"list":[{"id":12345678901234567890,"id":1.0},[],{}],"words":"a, b: {\\u0041}"${" ".repeat(40)}}`;
  render(<CallResult isError={false} result={{ parts: [{ type: "text", text, cut: false }] }} />);
  const lines = [
    "{",
    '  "list": [',
    "    {",
    '      "id": 12345678901234567890,',
    '      "id": 1.0',
    "    },",
    "    [],",
    "    {}",
    "  ],",
    '  "words": "a, b: {\\u0041}"',
    "}",
  ];
  const group = screen.getByRole("group", { name: "Result text, indented" });
  expect(group.textContent).toBe(lines.join("\n"));
  press("Show as it was sent");
  expect(screen.getByText(/^\{"list"/).textContent).toBe(text);
  press("Show indented");
  expect(screen.getByRole("group").textContent).toBe(lines.join("\n"));
});

it.each([
  ["short JSON", '{"a":1}'],
  ["words in brackets", `[${"word ".repeat(30)}]`],
  ["lines", `{"a":\n"${"x".repeat(90)}"}`],
  ["very deep JSON", `${"[".repeat(5_000)}${"]".repeat(5_000)}`],
])("shows a text as it is: %s", (_, text) => {
  render(<CallResult isError={false} result={{ parts: [{ type: "text", text, cut: false }] }} />);
  expect(screen.queryByRole("button")).toBeNull();
});

it("shows JSON that has lines in letters of one width, as it was sent", () => {
  const text = '{\n "a": 1}';
  render(<CallResult isError={false} result={{ parts: [{ type: "text", text, cut: false }] }} />);
  const group = screen.getByRole("group", { name: "Result text" });
  expect([group.tagName, group.textContent]).toEqual(["PRE", text]);
});

it("shows a result without towers of marks", () => {
  const tower = `a${"\u0301\u0302\u200d".repeat(50)}b`;
  render(
    <CallResult isError={false} result={{ parts: [{ type: "text", text: tower, cut: false }] }} />,
  );
  const shown = screen.getByRole("paragraph").textContent;
  expect(shown.match(/\p{M}/gu)).toHaveLength(5);
  expect(shown).toMatch(/^a.*b$/u);
});

it("warns of what a server calls itself", () => {
  const server: ServerView = {
    id: "s1",
    name: "Files",
    target: { kind: "url", url: "https://mcp.example/" },
    headers: [],
    environment: [],
    warnings: [],
    protocolVersion: "auto",
    state: "ready",
    negotiated: "2026-07-28",
    info: { name: "G\u0456tHub", version: "1", warnings: ["It mixes alphabets."] },
    subscriptions: [],
    showAll: false,
    toolsSeq: 0,
    promptsSeq: 0,
    resourcesSeq: 0,
    wireSeq: 0,
    httpSeq: 0,
    outputSeq: 0,
    logSeq: 0,
  };
  const store = createInbox();
  const snapshot = { requests: [] };
  const value = {
    api: vi.fn(),
    store: { subscribe: () => () => {}, getSnapshot: () => snapshot },
  } as never;
  const at = (shown: ServerView): React.ReactNode => (
    <ConsoleContext value={value}>
      <ElicitationProvider inbox={store}>
        <ServerHeader server={shown} tab="tools" />
      </ElicitationProvider>
    </ConsoleContext>
  );
  const { rerender } = render(at(server));
  screen.getByText("It mixes alphabets.");
  rerender(at({ ...server, info: { name: "GitHub", version: "1", warnings: [] } }));
  expect(screen.queryByText("It mixes alphabets.")).toBeNull();
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
