// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { CallView, WireEntry } from "../../../src/console/views/api-types.js";
import { ApiError } from "../../../web/src/data/api-client.js";
import { draftKey, loadDrafts } from "../../../web/src/data/drafts.js";
import { exampleArguments } from "../../../web/src/data/example-arguments.js";
import { fitsFilter, toExchanges } from "../../../web/src/data/exchanges.js";
import { rememberSent, sentWith } from "../../../web/src/data/sent-arguments.js";
import { CallNotes } from "../../../web/src/parts/call/call-notes.js";
import { CallResult } from "../../../web/src/parts/result/call-result.js";
import { createStoredChoice } from "../../../web/src/stored-choice.js";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const entry = (part: Partial<WireEntry>): WireEntry => ({
  seq: 1,
  at: 0,
  direction: "sent",
  kind: "request",
  method: "tools/call",
  protocolVersion: "2026-07-28",
  size: 1,
  body: "{}",
  cut: false,
  ...part,
});

it("puts the two halves of an exchange together, and leaves other messages alone", () => {
  const request = entry({ seq: 1, pair: 3, call: { kind: "tool", name: "ask" } });
  const log = entry({ seq: 2, kind: "notification", direction: "received", method: "log" });
  const response = entry({ seq: 3, kind: "response", direction: "received", pair: 1 });
  const late = entry({ seq: 4, kind: "response", direction: "received", pair: 99 });
  const found = toExchanges([request, log, response, late]);
  expect(found.map(({ first, answer }) => [first.seq, answer?.seq])).toEqual([
    [1, 3],
    [2, undefined],
    [4, undefined],
  ]);
  const all = { words: "", kind: "", direction: "" };
  // A response is found by its kind, and a call by its name; both with their other half.
  expect(fitsFilter(found[0]!, { ...all, kind: "response" })).toBe(true);
  expect(fitsFilter(found[0]!, { ...all, words: "ASK" })).toBe(true);
  expect(fitsFilter(found[0]!, { ...all, direction: "received" })).toBe(false);
  expect(fitsFilter(found[1]!, { ...all, direction: "received" })).toBe(true);
});

it("fills in arguments from defaults and examples, and offers no call that would lack one", () => {
  const properties = {
    path: { type: "string", examples: ["/tmp", "/home"] },
    deep: { type: "boolean", default: false },
    note: { type: "string" },
  };
  const schema = { type: "object", properties, required: ["path"] };
  expect(exampleArguments({ inputSchema: schema })).toEqual({ path: "/tmp", deep: false });
  const lacking = { ...schema, required: ["path", "note"] };
  expect(exampleArguments({ inputSchema: lacking })).toBeUndefined();
  expect(exampleArguments({ inputSchema: undefined })).toBeUndefined();
});

it("keeps a draft that the console has not received, and sends it later", async () => {
  const stored = new Map<string, unknown>();
  let isAway = true;
  const api = vi.fn(async (path: string, { method = "GET", body = {} } = {}) => {
    if (isAway) throw new ApiError(0, "away");
    const key = decodeURIComponent(path.split("/")[2] ?? "");
    if (method === "PUT") stored.set(key, (body as { value: unknown }).value);
    if (method === "DELETE") stored.delete(key);
    return { drafts: Object.fromEntries([...stored].map(([name, value]) => [name, { value }])) };
  });
  const key = draftKey("args", "server", "a name with ünïcode / and spaces");
  expect(key).toMatch(/^[\w:.-]{1,200}$/);
  const first = await loadDrafts(api as never);
  first.set(key, "half");
  first.flush();
  expect(first.get(key)).toBe("half");
  // The page is loaded again while the console is still away, and once more when it is back.
  expect((await loadDrafts(api as never)).get(key)).toBe("half");
  isAway = false;
  const second = await loadDrafts(api as never);
  await vi.waitFor(() => expect(stored.get(key)).toBe("half"));
  second.set(key, undefined);
  second.flush();
  await vi.waitFor(() => expect(stored.has(key)).toBe(false));
  expect((await loadDrafts(api as never)).get(key)).toBeUndefined();
});

it("calls again with what was sent, and not with a mask in the place of a secret", () => {
  const call = { id: "c1", arguments: { token: "••••••" } } as unknown as CallView;
  expect(sentWith(call)).toBeUndefined();
  rememberSent("c1", { arguments: { token: "real" }, meta: { apiKey: "real" } });
  expect(sentWith(call)).toEqual({ arguments: { token: "real" }, meta: { apiKey: "real" } });
  expect(sentWith({ id: "c2", arguments: { a: 1 } } as unknown as CallView)).toEqual({
    arguments: { a: 1 },
  });
  const masked = { id: "c3", arguments: {}, meta: { apiKey: "••••••" } };
  expect(sentWith(masked as unknown as CallView)).toBeUndefined();
});

it("remembers a choice, and ignores what it does not know", () => {
  const choice = createStoredChoice("size", ["big", "small"]);
  expect(choice.read()).toBe("big");
  choice.set("small");
  expect([choice.read(), document.documentElement.dataset["size"]]).toEqual(["small", "small"]);
  localStorage.setItem("midcall-size", "huge");
  choice.apply();
  expect(document.documentElement.dataset["size"]).toBeUndefined();
});

it("says of a refused question which field, which rule and what to do, with the schema", () => {
  const detail = { field: "tags", rule: "It has no items.", advice: "Add items.", schema: "{}" };
  render(<CallNotes notes={[{ reason: "field", count: 2, details: [detail] }]} />);
  screen.getByText(/^2 questions could not be shown/);
  expect(screen.getByText("tags").closest("p")!.textContent).toBe(
    "Field tags: It has no items. Add items.",
  );
  screen.getByText("Schema of the question");
});

it("plays audio, reads linked resources, and never opens what a server sends", () => {
  const onRead = vi.fn();
  const link = { type: "link", uri: "file:///a", title: "A", description: "" } as const;
  render(
    <CallResult
      isError={false}
      onRead={onRead}
      result={{
        parts: [
          { type: "audio", mimeType: "audio/wav", data: "UklGRg==" },
          { type: "resource", uri: "x:/y", content: { type: "text", text: "inside", cut: false } },
          link,
        ],
      }}
    />,
  );
  expect(document.querySelector("audio")!.src).toBe("data:audio/wav;base64,UklGRg==");
  screen.getByText("inside");
  screen.getByRole("button", { name: "Read A" }).click();
  expect(onRead).toHaveBeenCalledWith("file:///a");
  expect(screen.queryAllByRole("link")).toEqual([]);
});
