import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createFileSink } from "midcall/audit/file";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { run } from "../../src/audit/command.js";
import { UsageError } from "../../src/errors.js";
import { midcall, ownFolder } from "../run-midcall.js";

const KEY = "an audit key of at least thirty-two bytes";

const folder = ownFolder();
afterAll(() => folder[Symbol.dispose]());

const log = join(folder.path, "log.jsonl");
const keyed = join(folder.path, "keyed.jsonl");
const keyFile = folder.write("key", `${KEY}\n`);

const entries = [
  ["2026-11-20T09:00:00Z", "ada", "files", "clean_up", "accept", { confirmed: true }],
  ["2026-11-20T10:00:00Z", "bob", "files", "clean_up", "decline", {}],
  ["2026-11-21T09:00:00Z", "ada", "bank", "pay", "unanswered", { reason: "deadline" }],
  ["2026-11-22T09:00:00Z", "ada", "bank", "pay", "accept", {}],
] as const;

beforeAll(async () => {
  for (const [path, chain] of [
    [log, {}],
    [keyed, { key: KEY, writer: "r1" }],
  ] as const) {
    const sink = createFileSink({ path, chain });
    for (const [answeredAt, principal, name, tool, action, more] of entries)
      sink.record({ v: 1, answeredAt, principal, server: { name }, tool, action, ...more });
    await sink.close();
  }
});

/** A copy of the log whose lines are changed. */
function changed(change: (lines: string[]) => string[]): string {
  const path = join(folder.path, "changed.jsonl");
  const lines = readFileSync(log, "utf8").split("\n").slice(0, -1);
  writeFileSync(
    path,
    change(lines)
      .map((line) => `${line}\n`)
      .join(""),
  );
  return path;
}

describe("midcall audit verify", () => {
  it("says that a log is whole, and prints an anchor that it accepts the next time", async () => {
    const { code, stdout, stderr } = await midcall(["audit", "verify", log], {
      ownProcess: true,
    });
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("4 entries of 1 writer: none was removed before the last ones");
    const [, anchor] = /--expect (4:sha256:\w{64})/.exec(stdout)!;
    expect((await midcall(["audit", "verify", log, "--expect", anchor!])).code).toBe(0);

    const cut = changed((lines) => lines.slice(0, -1));
    expect((await midcall(["audit", "verify", cut])).code).toBe(0);
    const expected = await midcall(["audit", "verify", "--expect", anchor!, cut]);
    expect(expected.code).toBe(1);
    expect(expected.stdout).toContain("Entry 4 with the digest sha256:");
  });

  it("names the first line that is not as it was written, and ends with 1", async () => {
    const path = changed((lines) => lines.map((line) => line.replace('"decline"', '"accept"')));
    const { code, stdout } = await midcall(["audit", "verify", path]);
    expect(code).toBe(1);
    expect(stdout).toContain(`${path}:2: The entry does not match its digest`);
    expect(stdout).toContain(
      "The log is not as it was written, the first in line 2. 3 entries are intact.",
    );
    expect(stdout).not.toContain("--expect");

    const { code: removed, stdout: json } = await midcall([
      ...["audit", "verify", "--json"],
      changed((lines) => lines.toSpliced(1, 1)),
    ]);
    expect(removed).toBe(1);
    expect(JSON.parse(json)).toMatchObject({
      problems: [{ kind: "missing", line: 2, message: expect.stringContaining("Entry 2 of") }],
    });
  });

  it("takes the key from a file or a variable, and verifies nothing without it", async () => {
    expect((await midcall(["audit", "verify", keyed, "--key-file", keyFile])).code).toBe(0);
    const env = { MIDCALL_AUDIT_KEY: KEY };
    expect((await midcall(["audit", "verify", keyed], { env })).code).toBe(0);
    const wrong = { MIDCALL_AUDIT_KEY: `not ${KEY}` };
    expect((await midcall(["audit", "verify", keyed], { env: wrong })).code).toBe(1);
    // Someone without the key has written it.
    expect((await midcall(["audit", "verify", log], { env })).code).toBe(1);
    const without = await midcall(["audit", "verify", keyed]);
    expect([without.code, without.stdout]).toEqual([2, ""]);
    expect(without.stderr).toMatch(
      /^Nothing was verified: .* sealed with a key, .*--key-file FILE/,
    );
  });

  it.each([
    [["verify"], "missing required argument 'file'"],
    [["examine", log], "Allowed choices are verify, show"],
    [["verify", log, "--expect", "4"], "must be a number and a digest"],
    [["verify", log, "--user", "ada"], "--user is an option of midcall audit show"],
    [["show", log, "--key-file", keyFile], "--key-file is an option of midcall audit verify"],
    [["verify", log, "--key-file", "/no/such/key"], "The key could not be read"],
    [["verify", "/no/such/log"], "Nothing was verified: ENOENT"],
    [["show", "/no/such/log"], "The log could not be read: ENOENT"],
    [["show", log, "--since", "yesterday"], "It must be a date such as"],
    [["show", log, "--action", "maybe"], "Allowed choices are accept"],
  ])("of %j is an error in the command line", async (words, message) => {
    const error: unknown = await run({ own: words, server: [] }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).message).toContain(message);
  });
});

describe("midcall audit show", () => {
  it("prints a table", async () => {
    const { code, stdout, stderr } = await midcall(["audit", "show", log]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.split("\n")).toEqual([
      "TIME                  USER  SERVER  TOOL      ACTION                 VIA  CALL",
      "2026-11-20T09:00:00Z  ada   files   clean_up  accept (yes)",
      "2026-11-20T10:00:00Z  bob   files   clean_up  decline",
      "2026-11-21T09:00:00Z  ada   bank    pay       unanswered (deadline)",
      "2026-11-22T09:00:00Z  ada   bank    pay       accept",
      "",
    ]);
  });

  it.each([
    [
      ["--user", "ada", "--server", "bank"],
      [2, 3],
    ],
    [
      ["--action", "accept"],
      [0, 3],
    ],
    [
      ["--since", "2026-11-20T10:00Z", "--until", "2026-11-22T09:00Z"],
      [1, 2],
    ],
    [["--since", "2026-11-22"], [3]],
    [["--until", "1m", "--user", "eve"], []],
  ])("with %j prints the entries that are meant, as JSON lines", async (words, shown) => {
    const printed: string[] = [];
    const print = vi.spyOn(console, "log").mockImplementation((line) => void printed.push(line));
    const code = await run({ own: ["show", "--json", ...words, log], server: [] });
    print.mockRestore();
    const lines = readFileSync(log, "utf8").split("\n");
    expect([code, ...printed]).toEqual([0, ...shown.map((at) => lines[at])]);
  });

  it("prints nothing that could affect the terminal, and counts what is not an entry", async () => {
    const path = changed((lines) => [
      ...lines,
      '{"v":1,"tool":"\\u001b[2Jx","principal":"a\\u202eb"}',
      "not an entry",
    ]);
    const { stdout, stderr } = await midcall(["audit", "show", path]);
    expect(stdout).not.toMatch(/[\u001b\u202e]/);
    expect(stderr).toBe("1 line is not an audit entry. Run midcall audit verify on the log.\n");
    const json = await midcall(["audit", "show", "--json", path]);
    expect(json.stdout).not.toMatch(/[\u001b\u202e]/);
    expect(json.stdout).toContain("\\u001b[2Jx");
  });
});
