import { realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { midcall, ownFolder } from "../run-midcall.js";

const SERVER = [
  "--",
  "node",
  new URL("../console/fixtures/settings.mjs", import.meta.url).pathname,
];

it("starts the command in a directory, with variables of the command line and of a file", async () => {
  using folder = ownFolder();
  const cwd = realpathSync(folder.path);
  const file = folder.write("variables", "CANARY=12345678\n");
  const words = ["call", "--cwd", cwd, "--env", "STAGE=here", "--env", `@${file}`, "where"];
  const { code, stdout } = await midcall([...words, ...SERVER]);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ cwd, mode: "here", length: 8 });
});

it("says that the directory does not exist", async () => {
  using folder = ownFolder();
  const missing = join(folder.path, "missing");
  const { code, stderr } = await midcall(["call", "--cwd", missing, "where", ...SERVER]);
  expect(code).toBe(1);
  expect(stderr).toContain(`The working directory "${missing}" does not exist.`);
});

it.each([
  [["console", "--env", "A=1"], "require the command or URL of a server"],
  [["console", "--env", "A=1", "https://example.com/mcp"], "Use --header for a URL"],
  [["console", "--header", "A: 1", ...SERVER], "Headers can only be sent to a URL"],
  [["call", "--cwd", ".", "--list", "https://example.com/mcp"], "--cwd is for a server"],
])("%j is refused with 2 and the reason", async (words, says) => {
  const { code, stderr } = await midcall(words);
  expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
});
