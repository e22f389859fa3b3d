import { expect, it } from "vitest";
import { assertProgramOptions, readVariables } from "../../src/connect/environment.js";
import { parseTarget } from "../../src/connect/target.js";
import { UsageError } from "../../src/errors.js";
import { ownFolder } from "../run-midcall.js";

const SECRET = "canary-93";

it("reads variables from words and files, a variable a line", () => {
  using folder = ownFolder();
  const file = folder.write("env", `\ufeff# comment\r\n\r\nAPI_KEY=${SECRET}=x\nEMPTY=\n`);
  expect(readVariables(["STAGE=a b", `@${file}`])).toEqual({
    STAGE: "a b",
    API_KEY: `${SECRET}=x`,
    EMPTY: "",
  });
  expect(readVariables([])).toEqual({});
});

it.each([
  [[SECRET], "--env: A variable must be NAME=value."],
  [["A=1", ` B=${SECRET}`], "--env 2: A variable must be NAME=value."],
  [[`=${SECRET}`], "A variable must be NAME=value."],
  [["A=1", `A=${SECRET}`], '"A" is specified twice.'],
  [["@/no/such/file"], "Cannot read the environment file /no/such/file: no such file."],
])("refuses %j and keeps the value to itself", (words, says) => {
  const error = (() => {
    try {
      return readVariables(words);
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).toBeInstanceOf(UsageError);
  expect((error as Error).message).toContain(says);
  expect((error as Error).message).not.toContain(SECRET);
});

it("takes variables and a directory for a command only", () => {
  const url = parseTarget(["https://example.com/mcp"]);
  expect(() => assertProgramOptions(url, { env: ["A=1"] })).toThrow("Use --header for a URL.");
  expect(() => assertProgramOptions(url, { env: [], cwd: "." })).toThrow("--cwd is for a server");
  expect(() => assertProgramOptions(url, { env: [] })).not.toThrow();
  const command = parseTarget(["node"]);
  expect(() => assertProgramOptions(command, { env: ["A=1"], cwd: "." })).not.toThrow();
});
