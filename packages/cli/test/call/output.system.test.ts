import { describe, expect, it } from "vitest";
import { mainVersions } from "../../../../test/night.js";
import { midcall, ownFolder, RAW_SERVER } from "../run-midcall.js";

const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;
const ESCAPES = "\u001b[2J\u001b]0;x\u0007\u202e\u200b\u009b31m";
const SECRET = "canary-8d1f";

const raw = (...words: string[]): string[] => ["call", ...words, "--", ...RAW_SERVER];

describe("--list", () => {
  it("names every tool with its arguments, as harmless text", async () => {
    const { code, stdout } = await midcall(raw("--list"));
    expect(code).toBe(0);
    expect(stdout).not.toMatch(UNSAFE);
    expect(stdout).toContain(
      "greet: Greet\n    name=  text, required\n    times=  integer, default 1\n",
    );
    expect(stdout).toContain('color=  one of "r" (Red), "g" (Green)');
    expect(stdout).toContain('tags=  any of "a", "b", "c"');
    expect(stdout).toContain("deep=  JSON");
  });

  it("gives the tools as JSON, exactly", async () => {
    const { stdout } = await midcall(raw("--list", "--json"));
    expect(stdout).not.toMatch(UNSAFE);
    const report = JSON.parse(stdout) as { tools: { name: string; description?: string }[] };
    expect(report).toMatchObject({ exitCode: 0, questions: [] });
    expect(report.tools.find(({ name }) => name === "hostile")?.description).toContain("\u001b[2J");
  });
});

it("shows the tools a server offers only to clients that can answer questions, and asks nobody", async () => {
  using folder = ownFolder();
  const server = folder.write(
    "server.mjs",
    `import { createInterface } from "node:readline";
    const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
    const requestedSchema = { type: "object", properties: {} };
    let tools = [];
    let list;
    createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method, params, result, error } = JSON.parse(line);
      if (result || error) {
        process.stderr.write("ENDED " + JSON.stringify(result ?? error) + "\\n");
        list();
      }
      if (id === undefined || method === undefined) return;
      if (method === "initialize") {
        if (params.capabilities.elicitation) tools = [{ name: "ask", inputSchema: { type: "object" } }];
        const { protocolVersion } = params;
        const serverInfo = { name: "careful", version: "1" };
        return send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
      }
      if (method !== "tools/list") return send({ id, error: { code: -32601, message: "Method not found" } });
      list = () => send({ id, result: { tools } });
      if (tools.length === 0 || !process.argv[2]) return list();
      // The list follows the answer.
      send({ id: "q", method: "elicitation/create", params: { message: "Now?", requestedSchema } });
    });`,
  );
  const command = ["--", process.execPath, server];
  const listed = await midcall(["call", "--list", ...command]);
  expect(listed).toMatchObject({ code: 0, stdout: "ask\n", stderr: "" });

  const called = await midcall(["call", "ask", ...command]);
  expect(called.code).toBe(2);
  expect(called.stderr).toContain("only to clients that can answer questions");

  const asking = await midcall(["call", "--list", ...command, "now"]);
  expect(asking).toMatchObject({ code: 5, stdout: "ask\n" });
  expect(asking.stderr).toMatch(/ENDED .*cannotAsk.*1 question was not answered:.*Now\?/s);
});

it("has nothing on stdout but the object where a server has no tools", async () => {
  using folder = ownFolder();
  const server = folder.write(
    "server.mjs",
    `import { createInterface } from "node:readline";
    const serverInfo = { name: "bare", version: "1" };
    createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method, params } = JSON.parse(line);
      if (id === undefined) return;
      const answer =
        method === "initialize"
          ? { result: { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo } }
          : { error: { code: -32601, message: "Method not found" } };
      process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, ...answer }) + "\\n");
    });`,
  );
  const run = await midcall(["call", "--list", "--json", "--", process.execPath, server]);
  expect(JSON.parse(run.stdout)).toMatchObject({
    server: { name: "bare" },
    tools: [],
    exitCode: 0,
  });
});

it.each(mainVersions)(
  "names the tools that make a list unusable, and whose fault it is, on %s",
  async (protocolVersion) => {
    using folder = ownFolder();
    const list = [
      { name: "fine", inputSchema: { type: "object" } },
      { name: `wrong${ESCAPES}`, inputSchema: { type: "string" } },
      { name: "empty", inputSchema: {} },
    ];
    const plan = folder.write("plan.json", { list });
    const run = await midcall([
      ...raw("--protocol-version", protocolVersion, "--list"),
      "--plan",
      plan,
    ]);
    expect(run.code).toBe(1);
    expect(run.stderr).not.toMatch(UNSAFE);
    expect(run.stderr).toContain(
      "The server's list of tools is invalid, so none of them can be used",
    );
    expect(run.stderr).toContain('tool "wrong[2J]0;x31m", inputSchema.type: ');
    expect(run.stderr).toContain('tool "empty", inputSchema.type: ');
    expect(run.stderr).toContain("This has to be fixed in the server.");
  },
);

describe("a result", () => {
  it.each(mainVersions)("that is null is an error at once, on %s", async (protocolVersion) => {
    using folder = ownFolder();
    const plan = folder.write("plan.json", { tools: { ask: null } });
    const run = await midcall([
      ...raw("--protocol-version", protocolVersion, "--timeout", "25", "ask"),
      "--plan",
      plan,
    ]);
    expect([run.code, run.stdout]).toEqual([1, ""]);
    expect(run.stderr).toContain("has a result that is null and not an object");
  });

  it("is harmless text, with its lines and tabs", async () => {
    const { stdout } = await midcall(raw("hostile"));
    expect(stdout).toBe("Line\n\tindented[2J]0;titlebad31m\n");
  });

  it("has a line for what is no text", async () => {
    const { stdout } = await midcall(raw("kinds"));
    expect(stdout).toBe(
      "one\n(image, image/png, 3 bytes)\n(link: https://example.com/a, A)\ninside\n",
    );
  });

  it("that is an error of the protocol is harmless text too", async () => {
    const { stdout, stderr } = await midcall(raw("refuse"));
    expect(stdout).toBe("");
    expect(stderr).not.toMatch(UNSAFE);
  });
});

describe("--json", () => {
  it.each(mainVersions)(
    "is one object with protocol version, server, result, questions and exit code, on %s",
    async (protocolVersion) => {
      using folder = ownFolder();
      const requestedSchema = {
        type: "object",
        properties: { name: { type: "string" }, ok: { type: "boolean" } },
      };
      const plan = folder.write("plan.json", { questions: [{ message: "Who?", requestedSchema }] });
      const answers = folder.write("a.json", [{ message: "Who?", content: { name: SECRET } }]);
      const audit = `${folder.path}/audit.jsonl`;
      const words = [
        "--json",
        "--protocol-version",
        protocolVersion,
        "--answers",
        answers,
        "--audit",
        audit,
        "ask",
      ];
      const { stdout, stderr } = await midcall([...raw(...words), "--plan", plan]);
      const { result, ...rest } = JSON.parse(stdout) as Record<string, unknown>;
      expect(rest).toEqual({
        protocolVersion,
        server: { name: "raw", version: "1.2.3" },
        questions: [{ message: "Who?", mode: "form", action: "accept", fields: ["name", "ok"] }],
        exitCode: 0,
      });
      expect(result).toMatchObject({ content: [{ type: "text" }] });
      // What was answered is in the server's own words alone.
      expect(JSON.stringify(rest) + stderr).not.toContain(SECRET);
      const { readFileSync } = await import("node:fs");
      const log = readFileSync(audit, "utf8");
      expect(log).not.toContain(SECRET);
      expect(JSON.parse(log)).toMatchObject({ action: "accept", via: "answers-file" });
    },
  );

  it("is an object as well when there is no connection", async () => {
    const { code, stdout } = await midcall(["call", "--json", "x", "--", "no-such-command-x"]);
    expect(JSON.parse(stdout)).toMatchObject({
      protocolVersion: null,
      error: { code: "ERR_MIDCALL_CLI_CONNECT" },
      exitCode: 1,
    });
    expect(code).toBe(1);
  });
});

describe("questions without an answer", () => {
  it("are all named, with fields, reasons and an entry that changes nothing until it is filled in", async () => {
    using folder = ownFolder();
    const properties = {
      people: { type: "integer", minimum: 1, maximum: 12, title: `Peo${ESCAPES}ple` },
      room: { type: "string", enum: ["a", "b"], default: "a" },
    };
    const requestedSchema = { type: "object", properties, required: ["people"] };
    const questions = [
      { message: "A table * for\nhow many?", requestedSchema },
      { message: `Which${ESCAPES}?`, requestedSchema },
      { message: "Wrong?", requestedSchema },
    ];
    const plan = folder.write("plan.json", { questions });
    const answers = [{ message: "Wrong?", content: { people: `${SECRET}`, nobody: 1 } }];
    const first = await midcall([...raw("--answers", "-", "ask"), "--plan", plan], {
      input: JSON.stringify(answers),
    });
    expect(first.code).toBe(5);
    expect(first.stderr).not.toMatch(UNSAFE);
    expect(first.stderr).not.toContain(SECRET);
    expect(first.stderr).toContain("3 questions were not answered:");
    expect(first.stderr).toContain('"people" (Peo[2J]0;x31mple): integer from 1 to 12, required');
    expect(first.stderr).toContain(
      '"room" (Room): one of "a", "b", default "a"'.replace(" (Room)", ""),
    );
    expect(first.stderr).toContain(
      '"nobody": The form has no such field. Its fields are "people", "room".',
    );
    expect(first.stderr).toMatch(/"people": Enter a (whole )?number/);

    const entries = [
      ...first.stderr.matchAll(/Complete this entry to answer it:\n +(\{.*\})/g),
    ].map(([, json]) => JSON.parse(json!) as { message: string; content: Record<string, unknown> });
    expect(entries).toHaveLength(3);
    expect(entries[0]).toEqual({
      message: "A table \\* for\nhow many?",
      action: "accept",
      content: { people: null },
    });
    const again = await midcall([...raw("--answers", "-", "ask"), "--plan", plan], {
      input: JSON.stringify(entries),
    });
    expect(again.code).toBe(5);
    expect(again.stderr.match(/"people": This is required/g)).toHaveLength(3);

    for (const entry of entries) entry.content["people"] = 4;
    const third = await midcall([...raw("--answers", "-", "ask"), "--plan", plan], {
      input: JSON.stringify(entries),
    });
    expect([third.code, third.stderr]).toEqual([0, ""]);
  });

  it("of a hostile server are not all kept", async () => {
    using folder = ownFolder();
    const requestedSchema = { type: "object", properties: {} };
    const questions = Array.from({ length: 3_000 }, (_, nr) => ({
      message: `Question ${nr}`,
      requestedSchema,
    }));
    const plan = folder.write("plan.json", { questions, atOnce: 3_000 });
    for (const protocolVersion of ["2025-11-25", "2026-07-28"]) {
      const words = raw("--json", "--protocol-version", protocolVersion, "--answers", "-", "ask");
      const run = await midcall([...words, "--plan", plan], { input: "[]" });
      expect(run.code).toBe(5);
      const report = JSON.parse(run.stdout) as { questions: unknown[]; questionsLeftOut: number };
      // Of those that nobody was shown, an inbox records 20 one by one.
      expect(report.questions.length).toBeGreaterThanOrEqual(120);
      expect(report.questions.length).toBeLessThanOrEqual(200);
      expect(report.questions.length + report.questionsLeftOut).toBe(3_000);
      expect(run.stderr.length).toBeLessThan(200_000);
    }
  });
});
