import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, vi } from "vitest";
import { midcall, ownFolder, processesWith, RAW_SERVER, startMidcall } from "../run-midcall.js";

const BAD_SERVER = fileURLToPath(new URL("fixtures/bad-server.mjs", import.meta.url));
const bad = (fault: string): string[] => ["--", process.execPath, BAD_SERVER, fault];
const QUICK = [
  "--server",
  "--protocol-version",
  "2025-11-25",
  "--timeout",
  "100",
  "--silence",
  "1",
];

it("exits with 0 without findings, and says which tools it left out", async () => {
  const { code, stdout, stderr } = await midcall(["doctor", ...QUICK, ...bad("good")], {
    ownProcess: true,
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("book_room  ok\nlook       asks nothing\n");
  expect(stdout).toContain("it says that it can destroy something: wipe\n");
  expect(stdout).toContain("it does not say that it only reads: unknown\n");
  expect(stdout.endsWith("No findings.\n")).toBe(true);
});

it("exits with 1 with findings; nothing of the server's text controls the terminal", async () => {
  using folder = ownFolder();
  const junit = join(folder.path, "report.xml");
  const words = [...QUICK, "--tool", "book_room", "--junit", junit];
  const { code, stdout } = await midcall(["doctor", ...words, ...bad("hostile")], {
    ownProcess: true,
  });
  expect(code).toBe(1);
  expect(stdout).toContain("treats a decline as a yes (suspect)");
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  const xml = readFileSync(junit, "utf8");
  expect(xml).toContain('failures="1"');
  expect(xml).toContain("&lt;room&gt; &amp; &quot;floor&quot;");
  expect(xml).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
});

it("prints one JSON object with --json", async () => {
  const words = [...QUICK, "--json", "--tool", "look", "--arguments", "{}"];
  const { code, stdout } = await midcall(["doctor", ...words, ...bad("good")]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    server: { name: "good", version: "1.0.0" },
    checks: [{ tool: "look", behaviour: "accept", skipped: "it asked nothing" }],
    findings: [],
  });
});

it.each([
  [["--tool", "x"], "Pass --server"],
  [["--server"], "No server specified."],
  [["--server", "--arguments", "{}", ...bad("good")], "It must follow its --tool."],
  [["--server", "--tool", "x", "--arguments", "[]", ...bad("good")], "It must be one JSON object."],
  [["--server", "--all-tools", "--tool", "x", ...bad("good")], "--all-tools calls all tools"],
  [["--server", "--timeout", "0", ...bad("good")], "It must be a number of seconds"],
  [["--server", "--protocol-version", "1", ...bad("good")], "It must be one of 2025-06-18"],
  [["--server", "node", "x.js"], 'Unexpected argument "node"'],
  [["--server", "--junit", "/no/such/folder/x.xml", ...bad("good")], "cannot be written"],
  [[...QUICK, "--tool", "nothing", ...bad("good")], 'The server has no tool "nothing".'],
  [["--server", "--nonsense", ...bad("good")], "midcall doctor --help"],
])("refuses a command line: %#", async (words, message) => {
  const { code, stdout, stderr } = await midcall(["doctor", ...words]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(message);
});

it("ends the server and all that it has started on Ctrl-C", async () => {
  const mark = `doctor-orphan-${process.pid}`;
  const words = ["--server", "--tool", "hang", "--timeout", "600", "--", ...RAW_SERVER];
  using run = startMidcall(["doctor", ...words, "--orphan", mark]);
  await vi.waitFor(() => expect(processesWith(mark).length).toBeGreaterThan(2));
  run.child.kill("SIGINT");
  const { code, stderr } = await run.ended;
  expect(code).toBe(130);
  expect(stderr).toContain("Interrupted.");
  await vi.waitFor(() => expect(processesWith(mark)).toEqual([]));
});
