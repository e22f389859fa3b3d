import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { knownFiles } from "../../../src/hosts/known-files.js";
import { parseJsonc } from "../../../src/console/import/parse-jsonc.js";
import {
  type ConfiguredServer,
  readConfiguration,
} from "../../../src/console/import/read-configuration.js";

const around = { env: { TOKEN: "t-1", EMPTY: "" }, home: "/home/ann" };
const read = (text: string): ConfiguredServer[] => readConfiguration(text, around);
const readOne = (entry: object): ConfiguredServer =>
  read(JSON.stringify({ mcpServers: { one: entry } }))[0]!;

const command = { command: "npx", args: ["-y", "files"] };
const target = { kind: "command", ...command };

describe("the shapes of hosts", () => {
  it.each<[host: string, text: string]>([
    ["Claude Desktop, Cursor, Copilot", JSON.stringify({ mcpServers: { one: command } })],
    ["VS Code", JSON.stringify({ inputs: [], servers: { one: { type: "stdio", ...command } } })],
    ["the settings of VS Code", JSON.stringify({ mcp: { servers: { one: command } } })],
    [
      "Zed",
      `{ // mine\n "context_servers": { "one": { "command": "npx", "args": ["-y", "files",], }, }, }`,
    ],
    [
      "an older Zed",
      JSON.stringify({
        context_servers: { one: { command: { path: "npx", args: command.args } } },
      }),
    ],
    ["Claude Code", JSON.stringify({ projects: { "/a": { mcpServers: { one: command } } } })],
    ["a README", JSON.stringify({ one: command })],
  ])("of %s", (_, text) => {
    expect(read(text)).toMatchObject([{ name: "one", target }]);
  });

  it("of one server by itself", () => {
    expect(read(JSON.stringify(command))).toMatchObject([{ name: "", target }]);
  });

  it.each(["url", "serverUrl", "httpUrl"])("with the address in %s", (key) => {
    expect(readOne({ [key]: "https://Example.com", headers: { "X-Team": "a" } })).toMatchObject({
      target: { kind: "url", url: "https://example.com/" },
      headers: { "X-Team": "a" },
    });
  });
});

describe("variables", () => {
  it("are replaced by what they are here", () => {
    const {
      target: found,
      shown,
      environment,
    } = readOne({
      command: "${userHome}/bin/x",
      args: ["${TOKEN}", "${env:TOKEN}", "${NONE:-d}", "$TOKEN"],
      env: { KEY: "a ${TOKEN}", COUNT: 3, SKIPPED: {} },
    });
    expect(found).toEqual({
      kind: "command",
      command: "/home/ann/bin/x",
      args: ["t-1", "t-1", "d", "$TOKEN"],
    });
    expect(environment).toEqual({ KEY: "a t-1", COUNT: "3" });
    // What is shown has no values, and the defaults.
    expect(shown).toEqual({
      kind: "command",
      command: "/home/ann/bin/x",
      args: ["${TOKEN}", "${TOKEN}", "d", "$TOKEN"],
    });
  });

  it.each(["${input:key}", "${workspaceFolder}", "${NONE}", "${__proto__}", "${constructor}"])(
    "without a value stop the import: %s",
    (variable) => {
      const found = readOne({ command: "x", env: { A: variable } });
      expect([found.target, found.problem]).toEqual([undefined, expect.stringContaining(variable)]);
    },
  );
});

it.each<[entry: object, problem: string]>([
  [{}, "neither a command nor"],
  [{ command: 7 }, "neither a command nor"],
  [{ command: "x", args: [7] }, "neither a command nor"],
  [{ url: "file:///etc/passwd" }, "not a complete http"],
  [{ url: "https://a:b@example.com" }, "user name or password"],
  [{ url: "https://example.com", headers: { Host: "x" } }, "set by midcall"],
  [{ command: "x", env: { "A=B": "1" } }, "is invalid"],
])("does not take %j", (entry, problem) => {
  const found = readOne(entry);
  expect([found.target, found.problem]).toEqual([undefined, expect.stringContaining(problem)]);
});

it("says what is different here", () => {
  const { notes } = readOne({ ...command, disabled: true, cwd: "/a", envFile: ".env" });
  expect(notes).toHaveLength(3);
});

it("takes an absolute working directory, and says so", () => {
  const { cwd, notes } = readOne({ ...command, cwd: "${userHome}/files" });
  expect([cwd, notes]).toEqual(["/home/ann/files", ["It starts in /home/ann/files."]]);
  const relative = readOne({ ...command, cwd: "files" });
  expect([relative.cwd, relative.notes]).toEqual([undefined, [expect.stringMatching("not used")]]);
});

describe("JSON with comments", () => {
  it.each<[text: string, value: unknown]>([
    [
      '{"a": "// no /* comment */ \\" here", /* x */ "b": 1, } // end',
      { a: '// no /* comment */ " here', b: 1 },
    ],
    ["\ufeff[1, 2, // x\n]", [1, 2]],
    ['{"a": ",}"}', { a: ",}" }],
  ])("%s", (text, value) => expect(parseJsonc(text)).toEqual(value));

  it.each(["{", '{"a": 1,, }', '{"a" /* open', "", '"open', "[,]x"])("refuses %j", (text) => {
    expect(() => parseJsonc(text)).toThrow(SyntaxError);
  });

  it("reads every JSON text as JSON does", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value, undefined, 2);
        expect(parseJsonc(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("takes hostile text in one pass", () => {
    for (const text of ["/*".repeat(200_000), '"\\"'.repeat(200_000), ", ".repeat(200_000)]) {
      expect(() => parseJsonc(text)).toThrow(SyntaxError);
    }
  });
});

it("never throws anything but a syntax error, and never makes up a command", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const one of [value, { mcpServers: value }, { mcpServers: { a: value } }]) {
        for (const found of read(JSON.stringify(one))) {
          if (found.target) expect(JSON.stringify(one)).toMatch(/command|url/i);
        }
      }
    }),
  );
});

it.each<[platform: NodeJS.Platform, path: string]>([
  ["linux", "/h/.config/Claude/claude_desktop_config.json"],
  ["darwin", "/h/Library/Application Support/Claude/claude_desktop_config.json"],
  ["darwin", "/h/Library/Application Support/Code/User/mcp.json"],
  ["linux", "/h/.cursor/mcp.json"],
  ["linux", "/p/.vscode/mcp.json"],
])("knows where hosts on %s keep their configuration: %s", async (platform, path) => {
  const files = await knownFiles({ platform, home: "/h", folder: "/p", env: {} });
  expect(files.map((one) => one.path)).toContain(path);
});
