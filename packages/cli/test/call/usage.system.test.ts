import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { midcall, ownFolder, processesWith, RAW_SERVER, withTimers } from "../run-midcall.js";

const raw = (...words: string[]): string[] => ["call", ...words, "--", ...RAW_SERVER];

describe("the command line", () => {
  it("explains itself", async () => {
    const main = await midcall(["--help"], { ownProcess: true });
    expect([main.code, main.stdout]).toEqual([0, expect.stringContaining("midcall COMMAND")]);
    const call = await midcall(["call", "--help"]);
    for (const same of [
      ["help", "call"],
      ["call", "help"],
      ["-h", "call"],
    ]) {
      expect(await midcall(same)).toMatchObject({ code: 0, stdout: call.stdout });
    }
    expect(call.code).toBe(0);
    for (const words of ["--answers <file>", "Exit codes", "name:=JSON", "130"]) {
      expect(call.stdout).toContain(words);
    }
    const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
    const { version } = JSON.parse(manifest) as { version: string };
    expect((await midcall(["--version"], { ownProcess: true })).stdout).toBe(`${version}\n`);
  });

  it.each<[words: string[], says: string, input?: string]>([
    [["nonsense"], 'Unknown command "nonsense".'],
    [["consoel"], 'Unknown command "consoel". (Did you mean console?)'],
    [["help", "cal"], "(Did you mean call?)"],
    [["call", "--list"], "No server specified."],
    [["call", "--list", "--"], "No server specified."],
    [raw("--nonsense"), "unknown option '--nonsense'"],
    [raw("--protocol-version", "2024-11-05", "greet"), "It must be one of auto, 2025-06-18"],
    [raw("--timeout", "soon", "greet"), "It must be a number of seconds"],
    [raw("--list", "greet"), "--list lists all tools"],
    [raw("--meta", "trace", "greet"), '--meta "trace": use name=value'],
    [raw("--meta", "a=1", "--meta", "a=2", "greet"), '--meta: "a" is specified twice.'],
    [raw("--meta", "a:={", "greet"), 'the value of "a" is not valid JSON'],
    [raw("--meta", "progressToken=1", "greet"), "midcall sets “progressToken” itself"],
    [raw("--meta", "a=1", "--list"), "--meta requires a call"],
    [raw("--open", "greet"), "--open requires --answers"],
    [["call", "greet", "--", "https://example.com/", "more"], '"more" follows it'],
    [raw(), "No TOOL specified."],
    [raw("nobody"), 'The server has no tool "nobody". Available tools: ask, echo, greet'],
    [raw("greet"), "greet requires name. Pass each as name=value"],
    [raw("greet", "name"), 'Invalid argument "name".'],
    [raw("greet", "nobody=1"), "Its arguments are name, times."],
    [raw("greet", "name=a", "name=b"), "specified twice"],
    [raw("greet", "{name}"), "Invalid JSON in the arguments."],
    [raw("greet", '{"name":12345678901234567890}'), "a number would be sent as another one"],
    [raw("greet", "name:=1e400"), 'In the value of "name": a number would be sent as another one'],
    [raw("greet", `name:=${"[".repeat(600)}${"]".repeat(600)}`), "it is nested too deep"],
    [raw("greet", '{"name":"a"}', "times=2"), "not both"],
    [raw("greet", "name=a", "times=x"), "Enter a whole number in digits"],
    [raw("echo", "count=0"), "Enter 1 or more"],
    [raw("echo", "deep=1"), "Pass it as JSON: deep:='…'"],
    [raw("echo", "sure=perhaps"), "Must be true or false."],
    [raw("echo", "color=purple"), 'Expected: one of "r" (Red), "g" (Green).'],
    [
      raw("--answers", "/no/such/file", "greet"),
      "Cannot read the answers file /no/such/file: no such file.",
    ],
    [raw("--answers", "/", "greet"), "Cannot read the answers file /: it is a directory."],
    [raw("--answers", "-", "greet"), "stdin is empty. It must be an array", " "],
    [
      raw("--audit", "/no/such/folder/a", "greet"),
      "Cannot write the audit file /no/such/folder/a: no such directory.",
    ],
    [["call", "--list", "node", "server.js"], "No server specified."],
    [["call", "http://127.0.0.1:1/mcp", "--list"], "The URL of the server must come last"],
    [["call", "--list", "https://canary:pw@example.com/"], "contains a user name or password"],
    [raw("--answers", "-", "greet"), "stdin is not JSON", '[{"message":'],
    [raw("--answers", "-", "greet"), "stdin must be an array", "{}"],
    [raw("--answers", "-", "greet"), 'stdin, entry 1: "action" must be', '[{"message":"a"}]'],
  ])("%j is refused with 2 and the reason", async (words, says, input = "") => {
    const { code, stdout, stderr } = await midcall(words, { input });
    expect(stderr).toContain(says);
    expect([code, stdout]).toEqual([2, ""]);
  });

  it("does not repeat what is in an answers file that cannot be read", async () => {
    const input = '[{"message":"a","content":{"x":"canary-71"} nonsense';
    const { stderr } = await midcall(raw("--answers", "-", "greet"), { input });
    expect(stderr).toMatch(/stdin is not JSON \(line 1, column \d+\)/);
    expect(stderr).not.toContain("canary-71");
  });
});

describe("arguments", () => {
  const echo = async (...words: string[]): Promise<unknown> => {
    const { stdout, stderr } = await midcall(raw("echo", ...words));
    return stdout === "" ? stderr : JSON.parse(stdout);
  };

  it("are read as the tool describes them", async () => {
    expect(
      await echo(
        "text=  a=b ",
        "count=1e2",
        "score=-.5",
        "sure=no",
        "color=Green",
        "tags=a",
        "tags=c",
        "words=x y",
        "words=",
        "numbers=7",
        'deep:={"x":1}',
        "day=2026-02-28",
        'other:=["any"]',
      ),
    ).toEqual({
      text: "  a=b ",
      count: 100,
      score: -0.5,
      sure: false,
      color: "g",
      tags: ["a", "c"],
      words: ["x y", ""],
      numbers: [7],
      deep: { x: 1 },
      day: "2026-02-28",
      other: ["any"],
    });
  });

  it("may be one JSON object, sent as it is", async () => {
    const object = { count: -3, unknown: { "a b": [1, null] } };
    expect(await echo(JSON.stringify(object))).toEqual(object);
  });

  it("are none without words, and a text may be empty", async () => {
    expect(await echo()).toEqual({});
    expect(await echo("text=")).toEqual({ text: "" });
  });
});

describe("connections that fail", () => {
  it("say after some seconds what is waited for, and until when", async () => {
    const words = ["call", "--list", "--timeout", "8", "--", "sleep", "1004"];
    const { code, stderr } = await midcall(words, { env: withTimers({ 5_000: 0, 8_000: 500 }) });
    expect(stderr).toMatch(
      /^Still waiting for "sleep" to respond; it may be starting\. Giving up in \d s\. Press Ctrl-C to stop now\.\n/,
    );
    expect(stderr).toContain("Timed out after 8 s");
    expect(code).toBe(1);
    // What is killed as the command ends is gone a moment later.
    await vi.waitFor(() => expect(processesWith("sleep 1004")).toEqual([]));
  });

  const ends = (program: string): string[] => [process.execPath, "-e", program];
  it.each<[name: string, own: string[], server: string[]]>([
    ["ends at once", ["greet"], ends("console.error('I am leaving'); process.exit(3)")],
    [
      "ends at once, without a second protocol version to try",
      ["--protocol-version", "2026-07-28", "greet"],
      ends("console.error('I am leaving'); process.exit(3)"),
    ],
    [
      "ends while it is waited for",
      ["--verbose", "greet"],
      ends("setTimeout(() => { console.error('I am leaving'); process.exit(3); }, 200)"),
    ],
    ["ends in a call", ["leave"], [...RAW_SERVER]],
    ["ends in a call, as JSON", ["--json", "leave"], [...RAW_SERVER]],
  ])("show once what a server has written that %s", async (_, own, server) => {
    const { code, stdout, stderr } = await midcall(["call", ...own, "--", ...server]);
    expect((stdout + stderr).match(/I am leaving/g)).toHaveLength(1);
    expect(code).toBe(1);
  });

  it.each<[name: string, words: string[], says: string[]]>([
    ["no such command", ["no-such-command-x"], ['Command not found: "no-such-command-x"']],
    [
      "a program that ends at once",
      ["sh", "-c", "echo the reason >&2; printf '\\033[31mred' >&2; exit 4"],
      ["before the connection was established", "  | the reason", "  | [31mred"],
    ],
    ["a file that is no program", [import.meta.filename], ["is not executable"]],
    ["nothing at the address", ["http://127.0.0.1:1/mcp"], ["Cannot reach http://127.0.0.1:1/mcp"]],
    [
      "another protocol version",
      [...RAW_SERVER, "--only", "2025-06-18"],
      ["does not support protocol version 2026-07-28"],
    ],
  ])("say what happened: %s", async (_, server, says) => {
    const { code, stdout, stderr } = await midcall([
      ...["call", "--protocol-version", "2026-07-28", "greet", "name=a", "--"],
      ...server,
    ]);
    for (const words of says) expect(stderr).toContain(words);
    expect([code, stdout]).toEqual([1, ""]);
  });

  it.each([
    ["/moved", "redirects to http://127.0.0.1:1/mcp, and redirects are not followed."],
    ["/broken", "responded with an error (HTTP 500)."],
    ["/nothing", "/nothing (HTTP 404). The address often ends in /mcp."],
    ["/other", '/other: The server\'s response does not have "2.0" as its jsonrpc'],
  ])("say what an address answers instead: %s", async (path, says) => {
    const { createServer } = await import("node:http");
    const other = createServer(({ url }, response) => {
      if (url === "/moved") response.writeHead(307, { location: "http://127.0.0.1:1/mcp" });
      else if (url === "/broken") response.writeHead(500);
      else if (url === "/nothing") response.writeHead(404);
      else response.setHeader("content-type", "application/json");
      response.end('{"page":"canary"}');
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    const { code, stderr } = await midcall(["call", "--list", `http://127.0.0.1:${port}${path}`]);
    other.close();
    expect(stderr).toContain(says);
    expect(stderr).not.toMatch(/canary|invalid_union/);
    expect(code).toBe(1);
  });

  it.each(["auto", "2025-11-25"])(
    "say so where a web page answers, on %s",
    async (protocolVersion) => {
      const { createServer } = await import("node:http");
      const page = createServer((_, response) => response.end("<h1>Hello</h1>"));
      await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
      const { port } = page.address() as { port: number };
      const run = await midcall([
        "call",
        "--protocol-version",
        protocolVersion,
        "--list",
        `http://127.0.0.1:${port}/`,
      ]);
      page.close();
      expect(run.stderr).toContain(`There is no MCP server at http://127.0.0.1:${port}/`);
      expect(run.code).toBe(1);
    },
  );
});

it("answers from a file with the entry for each question, over HTTP too", async () => {
  using folder = ownFolder();
  const answers = folder.write("a.json", [
    {
      message: "Please register.",
      content: { name: "Ann", email: "ann@example.com", days: ["fri"] },
    },
  ]);
  const { spawn } = await import("node:child_process");
  const { built } = await import("../../../../test/e2e/built.js");
  const server = spawn(process.execPath, [built("every-field.js"), "--http"]);
  try {
    const url = await new Promise<string>((resolve) =>
      server.stderr.on("data", (text: Buffer) => {
        const found = /listens on (\S+)/.exec(text.toString())?.[1];
        if (found !== undefined) resolve(found);
      }),
    );
    for (const protocolVersion of ["auto", "2025-11-25", "2026-07-28"]) {
      const words = ["--protocol-version", protocolVersion, "--answers", answers, "every_field"];
      const { code, stdout } = await midcall(["call", ...words, url]);
      expect([code, stdout]).toEqual([0, expect.stringContaining("Ann comes on fri")]);
    }
  } finally {
    server.kill("SIGKILL");
  }
});
