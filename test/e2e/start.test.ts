import { expect, it } from "vitest";
import { openTerminal } from "../../packages/cli/test/pseudo-terminal.js";
import { isNight, scaled } from "../night.js";
import { built, eventually, ownTemp, processesWith, start } from "./built.js";

const MAIN = "start/main.js";

/** At night every scenario on every wire, otherwise on one. */
const plays = isNight
  ? [{ words: [], wires: 6 }]
  : [{ words: ["--protocol-version", "2026-07-28", "--transport", "http"], wires: 1 }];

it.each(plays)(
  "without a terminal, plays the scenarios on every wire and finds nothing different ($words)",
  async ({ words, wires }) => {
    using temp = ownTemp();
    using run = start(MAIN, ["--script", ...words], { TMPDIR: temp.path });
    expect(await run.ended, run.stdout() + run.stderr()).toBe(0);
    const found = /(\d+) of \1 runs gave the golden outcome \((\d+) scenarios?, (\d+) wires?;/;
    expect(found.exec(run.stdout())?.slice(2)).toEqual(["27", String(wires)]);
    if (isNight)
      expect(run.stdout()).toContain("Exception on 2025-06-18: URL mode began with 2025-11-25");
    expect(run.stdout()).not.toContain("DIFFERENT");
    expect(run.stderr()).toMatch(/^\[\d+\/\d+\] \S.+, on 20\d\d-\d\d-\d\d over (stdio|http)$/m);
    expect(temp.left()).toEqual([]);
    await expect.poll(() => processesWith(temp.path)).toEqual([]);
  },
);

it("a page that a server opens by itself, which it does over stdio alone, is answered as expected", async () => {
  using temp = ownTemp();
  const words = ["--script", "--protocol-version", "2026-07-28", "--transport", "stdio"];
  using run = start(MAIN, [...words, "--only", "page that the server opens"], {
    TMPDIR: temp.path,
  });
  expect(await run.ended, run.stdout() + run.stderr()).toBe(0);
  expect(run.stdout()).toContain("2 of 2 runs gave the golden outcome");
  expect(temp.left()).toEqual([]);
});

it("exits 1 and names the difference when a handler depends on the protocol version", async () => {
  using run = start(MAIN, ["--planted-fault", "--only", "planted"]);
  expect(await run.ended).toBe(1);
  expect(run.stdout()).toMatch(
    /DIFFERENT {2}planted fault: writing outside a step\n {2}on 2026-07-28 over stdio\n/,
  );
  expect(run.stdout()).toContain(
    "found:    disk   guest-book.txt: somebody was here | somebody was here",
  );
  expect(run.stdout()).toMatch(/2 of 6 runs differ/);
});

it("stacks the transcripts where the columns do not fit", async () => {
  const { layColumns } = await import("../../examples/src/start/columns.js");
  const columns = ["one", "two"].map((heading) => ({
    heading,
    lines: ["asked  a question that is rather long"],
  }));
  expect(layColumns(columns, 100)[0]).toMatch(/^one +two$/);
  const stacked = layColumns(columns, 24);
  expect(stacked).toEqual([
    "one",
    "asked  a question that",
    "       is rather long",
    "",
    "two",
    "asked  a question that",
    "       is rather long",
    "",
  ]);
});

/** A run with two servers at a time, one over each transport. */
const TWO = ["--protocol-version", "2026-07-28"];

it.each((["SIGINT", "SIGTERM"] as const).slice(0, scaled(1, 2)))(
  "leaves no process and no file behind after %s",
  async (signal) => {
    using temp = ownTemp();
    using run = start(MAIN, TWO, { TMPDIR: temp.path });
    expect(await eventually(() => processesWith(temp.path).length >= 2)).toBe(true);
    run.child.kill(signal);
    expect(await run.ended).toBe(signal === "SIGINT" ? 130 : 143);
    expect(await eventually(() => processesWith(temp.path).length === 0)).toBe(true);
    expect(temp.left()).toEqual([]);
  },
);

it("leaves no process behind even when it is killed", async () => {
  using temp = ownTemp();
  using run = start(MAIN, TWO, { TMPDIR: temp.path });
  expect(await eventually(() => processesWith(temp.path).length >= 2)).toBe(true);
  run.child.kill("SIGKILL");
  await run.ended;
  expect(
    await eventually(() => processesWith(temp.path).length === 0),
    processesWith(temp.path).join("\n"),
  ).toBe(true);
});

it.each(["stdio", "http"].slice(0, scaled(1, 2)))(
  "in a terminal, lets the person call a tool over %s and leaves nothing behind",
  async (transport) => {
    using temp = ownTemp();
    const words = [
      built(MAIN),
      "--terminal",
      "--transport",
      transport,
      "--protocol-version",
      "2025-11-25",
    ];
    using terminal = openTerminal([process.execPath, ...words], { TMPDIR: temp.path });
    await terminal.sees("Connected to all, protocol 2025-11-25.");
    await terminal.sees("save_note_in");
    terminal.type("every");
    await terminal.sees("Register a guest");
    terminal.type("\r");
    await terminal.sees("Please register.");
    await terminal.sees("Name (required)");
    terminal.type("\u001b");
    await terminal.sees("Stop answering?");
    terminal.type("\u001b[B");
    terminal.type("\r");
    await terminal.sees("Nobody was registered (decline).");
    await terminal.sees("Which tool?");
    terminal.type("\u001b");
    await terminal.sees("RC=0");
    await terminal.ended;
    await expect.poll(() => processesWith(temp.path)).toEqual([]);
    expect(temp.left()).toEqual([]);
  },
);

it("in a terminal, leaves nothing behind when the terminal is gone", async () => {
  using temp = ownTemp();
  using terminal = openTerminal([process.execPath, built(MAIN), "--terminal"], {
    TMPDIR: temp.path,
  });
  await terminal.sees("save_note_in");
  terminal[Symbol.dispose]();
  expect(await eventually(() => processesWith(temp.path).length === 0)).toBe(true);
  expect(await eventually(() => temp.left().length === 0)).toBe(true);
});

it("needs a terminal for --terminal, and not the script as well", async () => {
  using none = start(MAIN, ["--terminal"]);
  expect(await none.ended).toBe(2);
  expect(none.stderr()).toContain("--terminal requires a terminal");
  using both = start(MAIN, ["--terminal", "--script"]);
  expect(await both.ended).toBe(2);
});

it("explains itself, and wrong options", async () => {
  using help = start(MAIN, ["--help"]);
  expect(await help.ended).toBe(0);
  expect(help.stdout()).toContain("--planted-fault");
  using wrong = start(MAIN, ["--protocol-version", "2024-11-05"]);
  expect(await wrong.ended).toBe(2);
  expect(wrong.stderr()).toContain(
    "--protocol-version must be one of 2025-06-18, 2025-11-25, 2026-07-28, not 2024-11-05.",
  );
});
