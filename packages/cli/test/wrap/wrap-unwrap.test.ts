import { describe, expect, it } from "vitest";
import { parseJsonc } from "../../src/console/import/parse-jsonc.js";
import { bridgeProgram } from "../../src/wrap/bridge-program.js";
import { withoutSecrets } from "../../src/wrap/diff.js";
import { planUnwrap, planWrap, plannedText } from "../../src/wrap/plan.js";
import { serverEntries } from "../../src/wrap/server-entries.js";
import type { WrapRecord } from "../../src/wrap/wrap-records.js";
import { CONFIGURATIONS } from "./configurations.js";

const PROGRAM = ["/usr/bin/node", "/lib/node_modules/@midcall/cli/dist/main.js"];
const BRIDGE = [PROGRAM[1], "bridge", "--name"];

const fileOf = (text: string): { path: string; target: string; text: string } => ({
  path: "/f",
  target: "/f",
  text,
});

function wrap(
  text: string,
  names: readonly string[] = [],
): { text: string; records: WrapRecord[]; skipped: readonly { name: string; why: string }[] } {
  const plan = planWrap("Host", fileOf(text), new Set(names), PROGRAM);
  const records = plan.changes.map((one) => ({
    name: one.entry.name,
    original: one.entry.text,
    wrapped: one.text,
  }));
  return { text: plannedText(plan), records, skipped: plan.skipped };
}

const unwrap = (text: string, records: readonly WrapRecord[] = []): string =>
  plannedText(planUnwrap("Host", fileOf(text), new Set(), records));

const valueOf = (text: string, name: string): Record<string, unknown> =>
  serverEntries(text).find((one) => one.name === name)!.value;

describe.each(Object.entries(CONFIGURATIONS))("the configuration of %s", (_host, before) => {
  it("comes back byte for byte", () => {
    const { text, records, skipped } = wrap(before);
    expect(skipped).toEqual([]);
    expect(text).not.toBe(before);
    expect(() => parseJsonc(text)).not.toThrow();
    expect(unwrap(text, records)).toBe(before);
  });

  it("means the same again without the records", () => {
    expect(valueOf(unwrap(wrap(before).text), "files")).toEqual({
      args: [],
      ...valueOf(before, "files"),
    });
  });

  it("runs the bridge, and keeps the original after --", () => {
    const original = valueOf(before, "files");
    expect(valueOf(wrap(before).text, "files")).toEqual({
      ...original,
      command: PROGRAM[0],
      args: [...BRIDGE, "files", "--", original["command"], ...(original["args"] as string[])],
    });
  });

  it("is not wrapped twice", () => {
    const { text } = wrap(before);
    expect(wrap(text).text).toBe(text);
    expect(wrap(text).skipped[0]!.why).toBe("it is wrapped already");
  });

  it("keeps what the user changes in a wrapped entry", () => {
    const { text, records } = wrap(before, ["files"]);
    const [entry] = records;
    const edit = (one: string): string => one.replace("{", '{ "NEW": {"a": "b"}, ');
    const edited = text.replace(entry!.wrapped, () => edit(entry!.wrapped));
    expect(unwrap(edited, records)).toBe(
      before.replace(entry!.original, () => edit(entry!.original)),
    );
  });
});

describe("a remote server", () => {
  const before = CONFIGURATIONS["VS Code"]!;

  it("gets its headers in the environment, not on the command line", () => {
    const entry = valueOf(wrap(before).text, "remote");
    expect(entry).toEqual({
      type: "stdio",
      command: PROGRAM[0],
      args: [...BRIDGE, "remote", "https://example.com/mcp"],
      env: { MIDCALL_BRIDGE_HEADERS: '{"X-Key":"${input:key}"}' },
    });
  });

  it("is restored when its environment was edited, with the rest of it", () => {
    const { text, records } = wrap(before);
    const edited = text.replace(
      '{"MIDCALL_BRIDGE_HEADERS":',
      '{ "DEBUG": "1", "MIDCALL_BRIDGE_HEADERS":',
    );
    expect(edited).not.toBe(text);
    for (const known of [records, []]) {
      expect(valueOf(unwrap(edited, known), "remote")).toEqual({
        ...valueOf(before, "remote"),
        env: { DEBUG: "1" },
      });
    }
  });
});

it("removes the arguments that were not there, when the entry was edited", () => {
  const before = '{"mcpServers":{"a":{"command":"x"}}}';
  const { text, records } = wrap(before);
  expect(unwrap(text.replace(/}}}$/, ',"env":{}}}}'), records)).toBe(
    '{"mcpServers":{"a":{"command":"x","env":{}}}}',
  );
});

it("restores a wrapped entry that the user has renamed", () => {
  const { text, records } = wrap(CONFIGURATIONS["Cursor"]!);
  const renamed = (one: string): string => one.replace('"files":', '"mine":');
  expect(unwrap(renamed(text), records)).toBe(renamed(CONFIGURATIONS["Cursor"]!));
});

it("leaves an entry that is switched off, unless it is named", () => {
  const before = '{"mcpServers":{"a":{"command":"x","disabled":true}}}';
  expect(wrap(before)).toMatchObject({ text: before, skipped: [{ name: "a" }] });
  expect(wrap(before, ["a"]).text).not.toBe(before);
});

it.each([
  '{"type":"sse","url":"https://example.com/sse"}',
  '{"command":"x","args":[1]}',
  '{"command":"x","command":"y"}',
  '{"url":"https://example.com","headers":{"a":1}}',
  '{"url":"file:///x"}',
  '{"url":"https://example.com","env":{}}',
  "{}",
])("leaves %s as it is, and says why", (entry) => {
  const before = `{"mcpServers":{"a":${entry}}}`;
  const { text, skipped } = wrap(before);
  expect(text).toBe(before);
  expect(skipped[0]!.why).toMatch(/^its? /);
});

it("says where JSON is broken", () => {
  expect(() => serverEntries('{\n"mcpServers": {\n"a": }')).toThrow(/mistake in line 3$/);
  expect(() => serverEntries(" \n")).toThrow("it is empty");
  expect(() => serverEntries("[".repeat(500_000))).toThrow(SyntaxError);
});

it("shows no values of variables and headers", () => {
  const shown = withoutSecrets(
    '{"command":{"env":{"a":"SECRET"}},"env":{"b":"SECRET"},"headers":{"c":"SECRET"}}',
  );
  expect(shown).toBe('{"command":{"env":{"a":"…"}},"env":{"b":"…"},"headers":{"c":"…"}}');
});

it("shows no secrets of arguments and URLs", () => {
  const shown = withoutSecrets(
    '{"args":["--api-key","SECRET","TOKEN=SECRET","--port","80"],"url":"https://u:SECRET@a.example/mcp?api_key=SECRET&page=2"}',
  );
  expect(shown).not.toContain("SECRET");
  expect(shown).toContain('"--port","80"');
  expect(shown).toContain("a.example/mcp");
});

describe("the program", () => {
  const node = "/usr/bin/node";

  it("is the installed one", () => {
    const main = PROGRAM[1]!;
    expect(bridgeProgram({ platform: "linux", node, main })).toEqual([node, main]);
  });

  it("is npx where midcall runs from a cache that is emptied", () => {
    const main = "/home/ann/.npm/_npx/0a1b/node_modules/@midcall/cli/dist/main.js";
    const version = expect.stringMatching(/^@midcall\/cli@\d/) as string;
    expect(bridgeProgram({ platform: "linux", node, main })).toEqual(["npx", "-y", version]);
    const windows = main.replaceAll("/", "\\");
    expect(bridgeProgram({ platform: "win32", node, main: windows })).toEqual([
      "cmd",
      "/c",
      "npx",
      "-y",
      version,
    ]);
  });
});
