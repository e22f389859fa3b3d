// @vitest-environment happy-dom
import { cleanup, renderHook } from "@testing-library/react";
import { createElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ConsoleContext } from "../../../web/src/context.js";
import { loadDrafts } from "../../../web/src/data/drafts.js";
import { readToken } from "../../../web/src/data/session.js";
import { useDraft } from "../../../web/src/hooks/use-draft.js";

/*
 * Whoever had the console's port before may have had a page in the tab in which it is opened, and have left anything in its storage.
 */

// What is typed is sent after a pause, which does not end here.
beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

it("takes from the tab no drafts but such as the console keeps, whatever another program has left there", async () => {
  const sent: [string, string][] = [];
  const api = async (path: string, { method = "GET" } = {}): Promise<object> => {
    if (method !== "GET") sent.push([method, path]);
    return { drafts: { "meta:kept": { value: "kept", savedAt: 1 } } };
  };
  const hostile = [
    ...["null", "1", '"text"', "true", "[]", '["a","b"]', "{", "", "undefined"],
    ...[{ "a key": 1 }, { "": 1 }, { "../servers": 1 }, { ["a".repeat(201)]: 1 }],
    ...[{ "meta:long": "a".repeat(60_001) }, { "meta:kept/../../servers": "x" }],
    `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
  ];
  for (const left of hostile) {
    sessionStorage.setItem(
      "midcall-drafts",
      typeof left === "string" ? left : JSON.stringify(left),
    );
    const drafts = await loadDrafts(api as never);
    expect(drafts.get("meta:kept")).toBe("kept");
    expect([left, sent]).toEqual([left, []]);
    // What is typed now is kept all the same.
    drafts.set("meta:new", "typed");
    expect(sessionStorage.getItem("midcall-drafts")).toBe('{"meta:new":"typed"}');
  }
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, nr) => [`args:${nr}`, "x"]));
  sessionStorage.setItem("midcall-drafts", JSON.stringify(many));
  await loadDrafts(api as never);
  expect(sent).toHaveLength(200);
});

it("shows no draft of another kind than the field has, and takes no token that is none", async () => {
  const shown = (left: Record<string, unknown>): string => {
    const drafts = { get: (key: string) => left[key], set() {}, flush() {} };
    const wrapper = ({ children }: { children: React.ReactNode }): React.ReactNode =>
      createElement(ConsoleContext, { value: { drafts } as never }, children);
    const use = (): string => {
      const [text] = useDraft("text", "empty");
      const [record] = useDraft<Readonly<Record<string, string>>>("record", { a: "none" });
      return `${text} ${record["a"]}`;
    };
    return renderHook(use, { wrapper }).result.current;
  };
  expect(shown({ text: "typed", record: { a: "b" } })).toBe("typed b");
  for (const text of [null, 1, true, {}, ["a"]]) expect(shown({ text })).toBe("empty none");
  for (const record of [null, 1, "a", [], ["a"], { a: 1 }, { a: { b: "c" } }])
    expect(shown({ record })).toBe("empty none");
  for (const token of ["", "a b", "../x", "a".repeat(201), "null\n"]) {
    sessionStorage.setItem("midcall-token", token);
    expect(await readToken()).toBeUndefined();
  }
});
