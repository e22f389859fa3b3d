import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { mainVersions } from "../../../../test/night.js";
import { bundled } from "../../../../test/bundled.js";
import {
  midcall,
  ownFolder,
  processesWith,
  RAW_SERVER,
  startMidcall,
  withTimers,
} from "../run-midcall.js";

const color = {
  type: "object",
  properties: { color: { type: "string", enum: ["red", "blue"] }, note: { type: "string" } },
  required: ["color"],
};
const question = (message: string): object => ({ message, requestedSchema: color });
const link = (url: string): object => ({ mode: "url", message: "Open?", url, elicitationId: "1" });

/**
 * Calls `ask` of a server that asks these questions one after the other, with these answers. On 2026-07-28, each code is
 * that of a process of its own.
 */
async function asked(
  questions: readonly object[],
  answers: readonly object[],
  words: readonly string[] = [],
): ReturnType<typeof midcall> {
  using folder = ownFolder();
  const plan = folder.write("plan.json", { questions });
  return await midcall(
    ["call", "--answers", "-", ...words, "ask", "--", ...RAW_SERVER, "--plan", plan],
    { input: JSON.stringify(answers), ownProcess: words.includes("2026-07-28") },
  );
}

const red = { message: "Which?", content: { color: "red" } };

describe("the exit code", () => {
  it.each(mainVersions)("is 0 when every question was answered, on %s", async (protocolVersion) => {
    const { code, stdout, stderr } = await asked(
      [question("Which?")],
      [red],
      ["--protocol-version", protocolVersion],
    );
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toEqual([{ action: "accept", content: { color: "red" } }]);
  });

  it.each(mainVersions)("is 3 for a decline and 4 for a cancel, on %s", async (protocolVersion) => {
    for (const [action, code] of [
      ["decline", 3],
      ["cancel", 4],
    ] as const) {
      const run = await asked(
        [question("Which?")],
        [{ message: "*", action }],
        ["--protocol-version", protocolVersion],
      );
      expect(JSON.parse(run.stdout)).toEqual([{ action }]);
      expect(run.code).toBe(code);
    }
  });

  it("is that of the last no, even when a later question was answered", async () => {
    const questions = ["One?", "Two?", "Three?"].map(question);
    const yes = { message: "Three?", content: { color: "blue" } };
    const no = (message: string, action: string): object => ({ message, action });
    const first = await asked(questions, [no("One?", "decline"), no("Two?", "cancel"), yes]);
    expect(first.code).toBe(4);
    const second = await asked(questions, [no("One?", "cancel"), no("Two?", "decline"), yes]);
    expect(second.code).toBe(3);
  });

  it.each(mainVersions)(
    "is 5 for a question without an answer, before any no, on %s",
    async (protocolVersion) => {
      const answers = [{ message: "One?", action: "decline" }, red];
      const { code, stdout, stderr } = await asked(
        [question("One?"), question("Which colour?")],
        answers,
        ["--protocol-version", protocolVersion],
      );
      expect(code).toBe(5);
      expect(JSON.parse(stdout)).toEqual([
        { action: "decline" },
        protocolVersion === "2026-07-28"
          ? {
              action: "cancel",
              content: expect.objectContaining({ "midcall/cannotAsk": "no-answer" }) as object,
            }
          : {
              error: expect.objectContaining({
                data: expect.objectContaining({ "midcall/cannotAsk": "no-answer" }),
              }) as object,
            },
      ]);
      expect(stderr).toContain("Which colour?");
      expect(stderr).toContain("1 entry of stdin was not used:\n  entry 2: Which?");
    },
  );

  it.each(mainVersions)(
    "is 5 where a tool has to ask and nobody is there, and what to do is said first, on %s",
    async (protocolVersion) => {
      const server = bundled(
        fileURLToPath(new URL("../fixtures/asking-server.mjs", import.meta.url)),
      );
      const { code, stderr } = await midcall([
        ...["call", "--protocol-version", protocolVersion, "pick", "--"],
        ...[process.execPath, server],
      ]);
      expect(code).toBe(5);
      // A server that starts slowly is waited for first.
      const [first] = stderr.split("\n").filter((line) => !line.startsWith("Still waiting for"));
      expect(first).toBe(
        "The tool has to ask a question, and no user can answer here. Run this in a terminal, or pass --answers FILE.",
      );
    },
  );

  it.each(["fail", "refuse", "leave"])("is 1 when the tool fails (%s)", async (tool) => {
    const { code, stderr } = await midcall(["call", tool, "--", ...RAW_SERVER]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      { fail: "The tool reported an error.", refuse: "No.", leave: "server | I am leaving" }[tool],
    );
  });

  it("is 1 when the time is up, and nothing of the server is left", async () => {
    const mark = `orphan-${process.pid}-time`;
    const server = [...RAW_SERVER, "--orphan", mark];
    const { code, stderr } = await midcall(["call", "--timeout", "1", "hang", "--", ...server]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("Timed out after 1 s")]);
    await vi.waitFor(() => expect(processesWith(mark)).toEqual([]));
  });
});

describe("the exit code of an interruption", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "tells of %s, after the call was cancelled and everything the server started has ended",
    async (signal) => {
      const mark = `orphan-${process.pid}-${signal}`;
      const server = [...RAW_SERVER, "--orphan", mark];
      using run = startMidcall(["call", "--json", "hang", "--", ...server]);
      await run.says("hanging");
      expect(processesWith(mark).length).toBeGreaterThan(1);
      run.child.kill(signal);
      const { code, stdout, stderr } = await run.ended;
      const expected = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal];
      expect(code).toBe(expected);
      expect(JSON.parse(stdout)).toMatchObject({
        exitCode: expected,
        error: { message: "Interrupted." },
      });
      expect(stderr).toContain("was cancelled");
      await vi.waitFor(() => expect(processesWith(mark)).toEqual([]));
    },
  );

  // In a terminal, Ctrl-C goes to the server as well.
  it("is 130 after Ctrl-C where the end of the server is noticed before the signal", async () => {
    using folder = ownFolder();
    const file = folder.write(
      "server.mjs",
      `import { spawn } from "node:child_process";
      import { createInterface } from "node:readline";
      const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
      const results = {
        initialize: (params) => ({
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: "first to go", version: "1" },
        }),
        "tools/list": () => ({ tools: [{ name: "go", inputSchema: { type: "object" } }] }),
      };
      createInterface({ input: process.stdin }).on("line", (line) => {
        const { id, method, params } = JSON.parse(line);
        if (method === "tools/call") {
          const words = ["-c", "sleep 0.3; kill -INT " + process.ppid];
          spawn("sh", words, { detached: true, stdio: "ignore", env: {} }).unref();
          process.exit(0);
        }
        const result = results[method]?.(params);
        if (result) send({ id, result });
        else if (id !== undefined) send({ id, error: { code: -32601, message: "no such method" } });
      });`,
    );
    const words = ["call", "--protocol-version", "2025-11-25", "go", "--", process.execPath, file];
    // The tenth of a second in which a signal may still come lasts until the shell sends it.
    const { code, stderr } = await midcall(words, { env: withTimers({ 100: 600_000 }) });
    expect([code, stderr]).toEqual([130, expect.stringContaining("Interrupted.")]);
  });

  it("is 130 after Ctrl-C while the answers are still being typed", async () => {
    using run = startMidcall(["call", "--answers", "-", "greet", "--", ...RAW_SERVER], {
      keepOpen: true,
    });
    // More than a pipe holds: once it is written, somebody has begun to read.
    await new Promise((resolve) => run.child.stdin!.write(" ".repeat(2 ** 20), resolve));
    run.child.kill("SIGINT");
    expect((await run.ended).code).toBe(130);
  });

  it("is 130 at once on a second Ctrl-C", async () => {
    const mark = `orphan-${process.pid}-twice`;
    using run = startMidcall(["call", "hang", "--", ...RAW_SERVER, "--orphan", mark]);
    await run.says("hanging");
    run.child.kill("SIGINT");
    await run.says("was cancelled");
    run.child.kill("SIGINT");
    const { code, stderr } = await run.ended;
    expect(code).toBe(130);
    // It waits for nothing any more, and says nothing.
    expect(stderr).not.toContain("Interrupted.");
    await vi.waitFor(() => expect(processesWith(mark)).toEqual([]));
  });
});

describe("links", () => {
  const url = "https://login.example.com/start?x=1";

  it.each(["2025-11-25", "2026-07-28"])(
    "are agreed to where message and url match, printed and not opened, on %s",
    async (protocolVersion) => {
      const answer = { message: "Open?", action: "accept", url: "https://login.example.com/*" };
      const { code, stdout, stderr } = await asked(
        [link(url)],
        [answer],
        ["--protocol-version", protocolVersion],
      );
      expect([code, stdout]).toEqual([0, '[{"action":"accept"}]\n']);
      // With what the server says: a page may ask for a code that only the message has.
      const during = protocolVersion === "2026-07-28" ? " (ask)" : "";
      expect(stderr).toBe(`raw${during} asks:\n  Open?\nLink accepted. Open it yourself: ${url}\n`);
    },
  );

  it.each([
    ["no url", { message: "Open?", action: "accept" }],
    ["another url", { message: "Open?", action: "accept", url: "https://example.com/*" }],
    ["content", { message: "Open?", content: {} }],
  ])("are not agreed to with %s", async (_, answer) => {
    const { code, stdout, stderr } = await asked([link(url)], [answer]);
    expect(code).toBe(5);
    expect(JSON.parse(stdout)).toMatchObject([{ action: "cancel" }]);
    expect(stderr).toContain(`Link: ${url}`);
    expect(stderr).toContain("Entry 1 matches the message but not the link.");
    expect(stderr).not.toContain("Link accepted");
  });

  it("that a call is refused for (-32042) are agreed to, and the call is made again when they are done", async () => {
    const input = JSON.stringify([
      { message: "Link it?", action: "accept", url: "https://example.com/link" },
    ]);
    const words = [
      "call",
      "--protocol-version",
      "2025-11-25",
      "--answers",
      "-",
      "link",
      "--",
      ...RAW_SERVER,
    ];
    const { code, stdout, stderr } = await midcall(words, { input });
    expect([code, stdout]).toEqual([0, "Linked.\n"]);
    expect(stderr).toBe(
      "raw (link) asks:\n  Link it?\nLink accepted. Open it yourself: https://example.com/link\nWaiting for the server to report that the page is complete.\n",
    );
    const declined = await midcall(words, {
      input: JSON.stringify([{ message: "Link it?", action: "decline" }]),
    });
    expect([declined.code, declined.stdout]).toEqual([3, ""]);
  });

  it("that are dangerous are never agreed to", async () => {
    const urls = ["javascript:alert(1)", "https://10.0.0.1/", "https://a:b@example.com/"];
    const answers = urls.map((url) => ({ message: "*", action: "accept", url }));
    const { code, stderr } = await asked(urls.map(link), answers);
    expect(code).toBe(5);
    expect(stderr.match(/Why: .*/g)).toEqual([
      "Why: Its link does not use https. (http is allowed only on this computer.)",
      "Why: Its link leads to a private network.",
      "Why: Its link contains a user name or password.",
    ]);
  });
});

describe("without a terminal and without answers", () => {
  it.each(mainVersions)(
    "a server is told that nobody can be asked, on %s",
    async (protocolVersion) => {
      using folder = ownFolder();
      const plan = folder.write("plan.json", { questions: [question("Which?")] });
      const server = [...RAW_SERVER, "--plan", plan];
      const { code, stderr } = await midcall([
        "call",
        "--protocol-version",
        protocolVersion,
        "ask",
        "--",
        ...server,
      ]);
      // It asks all the same. On 2025 it gets an error, and may make a success of that.
      expect(code).toBe(5);
      expect(stderr).toContain("or pass --answers FILE");
      expect(stderr).toContain("  Which?\n  Why: No user could answer.");
    },
  );

  it("a page that has to be opened first is a question without an answer", async () => {
    const { code, stderr } = await midcall([
      ...["call", "--protocol-version", "2025-11-25", "link", "--"],
      ...RAW_SERVER,
    ]);
    expect(code).toBe(5);
    expect(stderr).toContain("or pass --answers FILE");
    expect(stderr).toContain("  Link it?\n  Why: No user could answer.");
  });

  it.each(mainVersions)(
    "a flood of questions is told in a few lines, on %s",
    async (protocolVersion) => {
      using folder = ownFolder();
      const questions = [...Array(300).fill("Again?"), "Other?"].map((text) =>
        question(String(text)),
      );
      const plan = folder.write("plan.json", { questions, atOnce: 400 });
      const server = [...RAW_SERVER, "--plan", plan];
      const { code, stderr } = await midcall([
        "call",
        "--protocol-version",
        protocolVersion,
        "ask",
        "--",
        ...server,
      ]);
      expect(code).toBe(5);
      expect(stderr.match(/Again\?/g)).toHaveLength(1);
      expect(stderr).toContain("200 questions were not answered (and 101 more, not");
      expect(stderr).toContain("Why: No user could answer.\n  (and 199 more like it)");
      expect(stderr.split("\n").length).toBeLessThan(20);
    },
  );
});
