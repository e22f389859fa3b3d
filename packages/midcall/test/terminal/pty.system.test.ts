import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it, vi } from "vitest";

import { form, KEYS } from "./lab.js";
import { startInPty, type PtyProgram } from "./tty.js";

const { enter, escape, ctrlC } = KEYS;
const directory = mkdtempSync(join(tmpdir(), "midcall-pty-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const host = fileURLToPath(new URL("host.fixture.mjs", import.meta.url));
const at = (name: string): string => join(directory, name);
let runs = 0;

/** A module in which the second that the host waits for after a Ctrl-C never passes. */
const STOPS_SECONDS = `data:text/javascript,${encodeURIComponent(
  `const start = globalThis.setTimeout;
  globalThis.setTimeout = (work, ms, ...more) => start(work, ms === 1000 ? 2 ** 30 : ms, ...more);`,
)}`;

/** A shell that keeps the settings of its terminal before and after a host asked these questions. */
function start(
  questions: readonly object[],
  ...flags: readonly string[]
): PtyProgram & { results(): unknown[]; settings(): string[]; settingsNow(): string } {
  const run = String(++runs);
  writeFileSync(at(`${run}.json`), JSON.stringify(questions));
  writeFileSync(at(`${run}.jsonl`), "");
  const files = [at(`${run}.json`), at(`${run}.jsonl`)];
  const words = [process.execPath, ...flags, host, "direct", ...files, "+00:00"];
  const command = words.map((word) => `'${word}'`).join(" ");
  const stty = (when: string): string => `stty -a > '${at(`${run}.${when}`)}'`;
  const tty = at(`${run}.tty`);
  // The shell outlives a Ctrl-C, which the host gets as any program does.
  const program = startInPty(
    `trap : INT; tty > '${tty}'; ${stty("before")}; ${command}; code=$?; ${stty("after")}; echo "ended $code"`,
  );
  return Object.assign(program, {
    results: () =>
      readFileSync(at(`${run}.jsonl`), "utf8")
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as unknown),
    settingsNow: () =>
      execFileSync("stty", ["-F", readFileSync(tty, "utf8").trim(), "-a"], { encoding: "utf8" }),
    settings: () => ["before", "after"].map((when) => readFileSync(at(`${run}.${when}`), "utf8")),
  });
}

function expectSane(program: ReturnType<typeof start>): void {
  const [before, after] = program.settings();
  expect(before).toMatch(/\bicanon\b/);
  expect(after).toBe(before);
  const raw = program.raw();
  expect(raw.lastIndexOf("\u001b[?2004l")).toBeGreaterThan(raw.lastIndexOf("\u001b[?2004h"));
  expect(raw.lastIndexOf("\u001b[?25h")).toBeGreaterThan(raw.lastIndexOf("\u001b[?25l"));
}

const question = { message: "Who?", requestedSchema: form({ name: { type: "string" } }) };

describe("a real terminal", () => {
  it("is as before once a question was answered", async () => {
    using program = start([question]);
    await program.answer("Name", `Ann${enter}`);
    await program.answer("What next?", enter);
    await program.sees("ended 0");
    expect(program.results()).toEqual([{ action: "accept", content: { name: "Ann" } }]);
    expectSane(program);
  });

  it("is as before once Ctrl-C cancelled a question, and the program goes on", async () => {
    using program = start([question]);
    await program.answer("Name", ctrlC);
    await program.answer("Stop answering?", ctrlC);
    await program.sees("ended 0");
    expect(program.results()).toEqual([{ action: "cancel" }]);
    expectSane(program);
  });

  it("leaves the third Ctrl-C to the program, with other questions waiting", async () => {
    using program = start([question, question], "--import", STOPS_SECONDS);
    await program.answer("Name", ctrlC);
    await program.answer("Stop answering?", ctrlC);
    await program.sees("Press Ctrl-C again to stop the program.");
    // Raw mode ends right after that line; the next question would come a second later.
    await vi.waitFor(() => expect(program.settingsNow()).toMatch(/ icanon\b/));
    program.press(ctrlC);
    await program.sees("ended 130");
    expect(program.results()).toEqual([{ action: "cancel" }]);
    expectSane(program);
  });
});

describe("a program that was stopped and brought back", () => {
  it("reads key by key again", async () => {
    const run = String(++runs);
    writeFileSync(at(`${run}.json`), JSON.stringify([question]));
    const words = [
      process.execPath,
      host,
      "direct",
      at(`${run}.json`),
      at(`${run}.jsonl`),
      "+00:00",
    ];
    const command = words.map((word) => `"${word}"`).join(" ");
    // In a shell of its own: the outer one is what would stop the terminal with it.
    using program = startInPty(`sh -c 'echo "at $(tty) $$."; exec ${command}'; echo "ended $?"`);
    const [, tty, pid] = await program.sees(/at (\/dev\S+) (\d+)\./);
    const stty = (...settings: string[]): string =>
      execFileSync("stty", ["-F", tty!, ...settings], { encoding: "utf8" });
    await program.sees("Name");
    expect(stty("-a")).toContain("-icanon");
    process.kill(Number(pid), "SIGSTOP");
    // As a shell does with the terminal of a program that was stopped.
    stty("sane");
    expect(stty("-a")).not.toContain("-icanon");
    const before = program.raw().length;
    process.kill(Number(pid), "SIGCONT");
    await vi.waitFor(() => expect(stty("-a")).toContain("-icanon"));
    await vi.waitFor(() => expect(program.raw().slice(before)).toContain("\u001b[?2004h"));
    program.press(`Ann${enter}`);
    await program.answer("What next?", enter);
    await program.sees("ended 0");
    expect(readFileSync(at(`${run}.jsonl`), "utf8")).toBe(
      '{"action":"accept","content":{"name":"Ann"}}\n',
    );
  });
});

const HOSTILE = [
  "\u001b]0;owned\u0007",
  "\u001b]52;c;b3duZWQ=\u0007",
  "\u001b]8;;https://evil.example\u001b\\",
  "\u001b[2J",
  "\u001b[31m",
  "\u009b2J",
  "\u0007",
  "\b",
  "\u202e",
  "\u2066",
  "\u200b",
  "\ufeff",
  "\u{e0041}",
];

describe("bytes of a server that would act on a terminal", () => {
  it("reach none, from no text of a question", async () => {
    const text = HOSTILE.map((payload) => `Ann${payload}Bob`).join(" ");
    const properties = {
      [`name${text}`]: { type: "string", title: `First ${text}`, description: text },
      start: { type: "string", title: "Start", default: text },
      one: { type: "string", title: "One", oneOf: [{ const: text, title: text }] },
      some: { type: "array", title: "Some", items: { type: "string", enum: [text] } },
      odd: { type: "object", title: text, description: text },
    };
    using program = start([
      { message: text, requestedSchema: form(properties) },
      { mode: "url", message: text, url: "https://example.com/" },
    ]);
    await program.answer("First", enter);
    await program.answer("Start", enter);
    await program.answer("One", "1");
    await program.answer("Some", ` ${enter}`);
    await program.answer("What next?", escape);
    await program.answer("Stop answering?", enter);
    await program.answer("What next?", enter);
    await program.sees("example.com:");
    await program.answer("What next?", "d");
    await program.sees("ended 0");
    expect(program.results()).toMatchObject([
      // What is sent back is exact, seen or not.
      { action: "accept", content: { one: text, some: [text] } },
      { action: "decline" },
    ]);
    const raw = program.raw();
    // Their remains are there, so that somebody would see them; wrapped, they may be in two pieces.
    expect(raw).toContain("]0;owned");
    for (const payload of HOSTILE) expect(raw).not.toContain(`${payload}Bob`);
    // Nothing else of the kind either: what this UI sends moves, erases and styles, and no more.
    const own = /\u001b\[(?:\?(?:25|2004)[hl]|[\d;]*[ABCDGHJKm])/g;
    expect(raw.replace(own, "").match(/[^\P{C}\r\n]/gu) ?? []).toEqual([]);
  });
});
