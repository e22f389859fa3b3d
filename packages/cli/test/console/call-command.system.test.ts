import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, it } from "vitest";
import { toCommandLine, quoteWord } from "../../src/console/calls/call-command.js";
import { parseShellWords } from "../../src/console/servers/shell-words.js";
import { codePoint } from "../../../../test/code-points.js";

const saved = (command: string, args: string[]) =>
  ({
    id: "a",
    name: "a",
    protocolVersion: "auto",
    target: { kind: "command", command, args },
  }) as const;

it("quotes any word so that a shell gives it back", () => {
  const words = fc.sample(
    fc.string({ unit: codePoint, maxLength: 30 }).map((word) => word.replace(/[\0\p{Cs}]/gu, "")),
    300,
  );
  words.push(
    "",
    "it's",
    "$HOME `id` $(id) !!",
    "a\nb\tc\\",
    "\u001b[31m\u202e",
    "-n",
    "=x",
    "~",
    "*",
  );
  const script = `printf '%s\\0' ${words.map(quoteWord).join(" ")}`;
  const env = { ...process.env, LC_ALL: "C.UTF-8" };
  const out = execFileSync("bash", ["--noprofile", "--norc", "-c", script], {
    encoding: "utf8",
    env,
  });
  expect(out.split("\0").slice(0, -1)).toEqual(words);
});

it("shows nothing a terminal would act on", () => {
  const command = toCommandLine(saved("node\u001b[2J", ["a\u202eb"]), "t", {
    text: "x\u001b]0;t\u0007\u2066",
  });
  expect(command).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

it("is the call, with secrets masked", () => {
  expect(
    toCommandLine(
      { ...saved("node", ["my server.js", "--token", "t"]), protocolVersion: "2025-06-18" },
      "add",
      {
        n: 1,
        password: "p",
      },
    ),
  ).toBe(
    `midcall call --protocol-version 2025-06-18 add '{"n":1,"password":"••••••"}' -- node 'my server.js' --token '••••••'`,
  );
});

it("has the metadata of the request, with secrets masked", () => {
  const meta = { "example.com/a b": { c: [1] }, text: "it's", apiKey: "k" };
  const command = toCommandLine(saved("node", ["s.js"]), "add", {}, { meta });
  const words = parseShellWords(command, true);
  expect(words.slice(2, 9)).toEqual([
    "--meta",
    'example.com/a b:={"c":[1]}',
    "--meta",
    `text:="it's"`,
    "--meta",
    'apiKey:="••••••"',
    "add",
  ]);
  expect(() => toCommandLine(saved("node", []), "add", {}, { meta: { "a=b": 1 } })).toThrow(
    "“a=b”",
  );
});

it("refuses a tool whose name is an option", () => {
  expect(() => toCommandLine(saved("node", []), "--answers=/etc/passwd", {})).toThrow(
    "parsed as an option",
  );
});

it("splits a command line as a shell does", () => {
  const line = `node "my server.js" --name 'Ann O''Hara' a\\ b "say \\"hi\\"" ''`;
  expect(parseShellWords(line, true)).toEqual([
    "node",
    "my server.js",
    "--name",
    "Ann OHara",
    "a b",
    'say "hi"',
    "",
  ]);
  expect(parseShellWords(String.raw`C:\tools\server.exe "C:\my dir\x"`, false)).toEqual([
    String.raw`C:\tools\server.exe`,
    String.raw`C:\my dir\x`,
  ]);
  expect(() => parseShellWords('node "a', true)).toThrow("closing quotation mark");
});

it("splits what it has quoted back into the same words", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string().filter((word) => !/[\p{C}\p{Z}]/u.test(word.replaceAll(" ", "")))),
      (words) => {
        expect(parseShellWords(words.map(quoteWord).join(" "), true)).toEqual(words);
      },
    ),
  );
});

it("has the names of headers and variables, the directory, and that of the sign-ins", () => {
  const program = { ...saved("node", ["server.js"]), cwd: "/my folder" };
  expect(toCommandLine(program, "t", {}, { environment: ["KEY"], stateDir: "/state" })).toBe(
    `midcall call --env 'KEY=••••••' --cwd '/my folder' t -- node server.js`,
  );
  const target = { kind: "url", url: "https://example.com/mcp" } as const;
  const remote = { ...program, target };
  expect(toCommandLine(remote, "t", {}, { headers: ["X-Key"], stateDir: "/my state" })).toBe(
    `midcall call --header 'X-Key: ••••••' --state '/my state' t -- https://example.com/mcp`,
  );
});
