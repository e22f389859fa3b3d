// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { draftFor } from "../../../../web/src/data/argument-forms.js";
import { ArgumentsForm } from "../../../../web/src/parts/call/arguments-form.js";

afterEach(cleanup);

let number = 0;
function show(properties: object, required: readonly string[] = []): ReturnType<typeof vi.fn> {
  const inputSchema = { type: "object", properties, required };
  const tool = { name: "t", title: "t", description: "", hints: [], inputSchema };
  const onCall = vi.fn();
  render(
    <ArgumentsForm draft={draftFor(`f${++number}`, tool)} disabled={false} onCall={onCall}>
      {() => null}
    </ArgumentsForm>,
  );
  return onCall;
}

const button = (name: string): HTMLElement => screen.getByRole("button", { name });
const press = (name: string): void => void fireEvent.click(button(name));
const type = (name: string, value: string): void =>
  void fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
const frame = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => done()));

it("adds, moves and removes the items of a list, and the focus follows", () => {
  const onCall = show({ tags: { type: "array", items: { type: "string" } } });
  press("Add Tags");
  type("Item 1 required", "a");
  press("Add an item to Tags");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Item 2 required" }));
  type("Item 2 required", "b");
  press("Move up Item 2 of Tags");
  expect(document.activeElement).toBe(button("Move down Item 1 of Tags"));
  screen.getByText("Item 2 is now Item 1.");
  press("Call");
  expect(onCall).toHaveBeenLastCalledWith({ tags: ["b", "a"] });
  press("Remove Item 1 of Tags");
  expect(document.activeElement).toBe(button("Remove Item 1 of Tags"));
  screen.getByText("Item 1 removed. 1 item.");
  press("Remove Item 1 of Tags");
  expect(document.activeElement).toBe(button("Add an item to Tags"));
  screen.getByText("No items. An empty list is sent.");
  press("Call");
  expect(onCall).toHaveBeenLastCalledWith({ tags: [] });
  press("Leave Tags out");
  press("Call");
  expect(onCall).toHaveBeenLastCalledWith({});
});

it("names and focuses the field that is wrong, and sends it all the same if told to", () => {
  const address = {
    type: "object",
    properties: { street: { type: "string" }, floor: { type: "integer", maximum: 9 } },
    required: ["street"],
  };
  const onCall = show({ address }, ["address"]);
  type("Floor optional", "12");
  press("Call");
  expect(onCall).not.toHaveBeenCalled();
  const summary = screen.getByRole("group", { name: "Please fix the following 2 problems" });
  expect(document.activeElement).toBe(summary);
  const links = within(summary).getAllByRole("link");
  expect(links.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Address › Street: /),
    expect.stringMatching(/^Address › Floor: /),
  ]);
  fireEvent.click(links[1]!);
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Floor optional" }));
  press("Send as it is");
  expect(onCall).toHaveBeenCalledExactlyOnceWith({ address: { floor: 12 } });
});

it("takes what is fixed out of the summary, and leaves the focus where it is", () => {
  show({ lat: { type: "number", maximum: 90 }, name: { type: "string" } }, ["lat", "name"]);
  press("Call");
  const field = screen.getByRole("textbox", { name: "Lat required" });
  field.focus();
  type("Lat required", "91");
  const said = (): (string | null)[] =>
    within(screen.getByRole("group", { name: /^Please fix/ }))
      .getAllByRole("link")
      .map(({ textContent }) => textContent);
  expect(said()).toEqual(["Lat: Enter 90 or less.", expect.stringMatching(/^Name: /)]);
  type("Name required", "Ann");
  expect(said()).toHaveLength(1);
  type("Lat required", "9");
  expect(screen.queryByRole("group", { name: /^Please fix/ })).toBeNull();
  expect(document.activeElement).toBe(field);
});

it("does not send JSON that is none", () => {
  const onCall = show({ any: {}, name: { type: "string" } });
  type("Any as JSON optional", "{");
  press("Call");
  expect(onCall).not.toHaveBeenCalled();
  expect(screen.queryByRole("button", { name: "Send as it is" })).toBeNull();
  expect(screen.getByRole("alert").textContent).toMatch("Invalid JSON");
  type("Any as JSON optional", '{"x":1}');
  press("Call");
  expect(onCall).toHaveBeenCalledExactlyOnceWith({ any: { x: 1 } });
});

it("switches one plain field to JSON and back", async () => {
  const onCall = show({ name: { type: "string" }, note: { type: "string" } });
  expect(screen.queryByRole("button", { name: "Edit Name as JSON" })).toBeNull();
  press("JSON for single fields");
  type("Name optional", "Ann");
  press("Edit Name as JSON");
  await frame();
  const json = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Name as JSON optional" });
  expect([json.value, document.activeElement]).toEqual(['"Ann"', json]);
  type("Name as JSON optional", "null");
  press("Back to the form for Name");
  screen.getByText("This value does not fit the fields of the form.");
  press("Call");
  expect(onCall).toHaveBeenLastCalledWith({ name: null });
  type("Name as JSON optional", '"Bea"');
  press("Back to the form for Name");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Name optional" }).value).toBe(
    "Bea",
  );
});

it("offers the variants of a union, and to leave it out", () => {
  const when = {
    oneOf: [
      { title: "In hours", type: "integer" },
      { title: "On a day", type: "object", properties: { day: { type: "string" } } },
    ],
  };
  const onCall = show({ when });
  const kind = screen.getByRole("combobox", { name: "Kind of When" });
  press("Call");
  expect(onCall).toHaveBeenLastCalledWith({});
  fireEvent.change(kind, { target: { value: "1" } });
  type("Day optional", "Monday");
  press("Call");
  expect(onCall).toHaveBeenLastCalledWith({ when: { day: "Monday" } });
  fireEvent.change(kind, { target: { value: "0" } });
  type("In hours required", "3");
  press("Call");
  expect(onCall).toHaveBeenLastCalledWith({ when: 3 });
  fireEvent.change(kind, { target: { value: "" } });
  press("Call");
  expect(onCall).toHaveBeenLastCalledWith({});
});

it("adds members with names of the user's own", () => {
  const labels = { type: "object", additionalProperties: { type: "string" } };
  const onCall = show({ labels }, ["labels"]);
  press("Add a member to Labels");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Name" }));
  type("Name", "app");
  type("Value required", "web");
  press("Call");
  expect(onCall).toHaveBeenLastCalledWith({ labels: { app: "web" } });
  press("Remove member app of Labels");
  press("Call");
  expect(onCall).toHaveBeenLastCalledWith({ labels: {} });
});

it("adds a map with its first member, by one press", () => {
  const onCall = show({ meta: { type: "object", additionalProperties: { type: "string" } } });
  press("Add Meta");
  type("Name", "app");
  type("Value required", "web");
  press("Call");
  expect(onCall).toHaveBeenLastCalledWith({ meta: { app: "web" } });
});

it("calls an optional yes or no that is left out what it is", () => {
  const onCall = show({ deep: { type: "boolean" } });
  fireEvent.click(screen.getByRole("radio", { name: "Yes" }));
  fireEvent.click(screen.getByRole("radio", { name: "Leave out" }));
  press("Call");
  expect(onCall).toHaveBeenLastCalledWith({});
});

it("fills a field with an example of the schema", () => {
  const onCall = show({ directory: { type: "string", examples: ["downloads", 7] } });
  press("Use downloads for Directory");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Directory optional" }));
  press("Call");
  expect(onCall).toHaveBeenLastCalledWith({ directory: "downloads" });
});

it("shows a thousand arguments in parts", () => {
  show(
    Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`f${index}`, { type: "string" }]),
    ),
  );
  const count = (): number => screen.getAllByRole("textbox").length;
  expect(count()).toBe(60);
  press("Show more fields (940 left)");
  expect(count()).toBe(120);
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: /^F60/ }));
});

it("hides what seems to be a secret until the user wants to see it, and keeps it in no draft", () => {
  const drafts = { get: () => undefined, set: vi.fn(), flush() {} };
  const inputSchema = {
    type: "object",
    properties: {
      password: { type: "string" },
      p: { type: "string", format: "password", title: "P" },
      code: { type: "integer", description: "Enter your PIN" },
      note: { type: "string" },
    },
  };
  const onCall = vi.fn();
  const tool = { name: "login", title: "t", description: "", hints: [], inputSchema };
  render(
    <ArgumentsForm draft={draftFor("secrets", tool, drafts)} disabled={false} onCall={onCall}>
      {() => null}
    </ArgumentsForm>,
  );
  const input = (label: RegExp): HTMLInputElement =>
    screen.getByLabelText(label, { selector: "input" });
  for (const label of [/^Password/, /^P optional/, /^Code/]) {
    expect(input(label).type).toBe("password");
    fireEvent.change(input(label), { target: { value: "4711" } });
  }
  fireEvent.change(input(/^Note/), { target: { value: "a note" } });
  press("Show Password");
  expect(input(/^Password/).type).toBe("text");
  press("Show Password");
  expect(input(/^Password/).type).toBe("password");
  press("Edit as JSON");
  expect(JSON.stringify(drafts.set.mock.calls)).toContain("a note");
  expect(JSON.stringify(drafts.set.mock.calls)).not.toContain("4711");
  press("Back to the form");
  press("Call");
  const sent = { password: "4711", p: "4711", code: 4711, note: "a note" };
  expect(onCall).toHaveBeenLastCalledWith(sent);
});

it("takes a secret of several lines as it is", () => {
  const onCall = show({ secretKey: { type: "string" } });
  const input = (): HTMLElement =>
    screen.getByLabelText(/^Secret key/, { selector: "input, textarea" });
  fireEvent.paste(input(), { clipboardData: { getData: () => "begin\nend\n" } });
  expect(input().className).toContain("hidden-text");
  press("Call");
  expect(onCall).toHaveBeenLastCalledWith({ secretKey: "begin\nend\n" });
});
