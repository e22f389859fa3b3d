import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { MIDCALL, ownFolder, processesWith, RAW_SERVER } from "../run-midcall.js";
import { addressIn, createNotingBrowser } from "../../../../test/e2e/noting-browser.js";
import { openTerminal } from "../pseudo-terminal.js";

const ENTER = "\r";
const ESCAPE = "\u001b";
const TAB = "\t";
const CTRL_C = "\u0003";

const requestedSchema = {
  type: "object",
  properties: { color: { type: "string", title: "Color" }, sure: { type: "boolean" } },
  required: ["color"],
};
const words = (...own: string[]): string[] => [process.execPath, MIDCALL, "call", ...own];

it("lets the person choose a tool, answer what it asks, and choose again", async () => {
  using folder = ownFolder();
  const plan = folder.write("plan.json", {
    questions: [{ message: "Which \u001b]0;owned\u0007color?", requestedSchema }],
  });
  using terminal = openTerminal(words("--", ...RAW_SERVER, "--plan", plan));
  await terminal.sees("Connected to raw, protocol 2026-07-28.");
  await terminal.sees("Which tool?");
  terminal.type(ENTER);
  await terminal.sees("raw asks (during ask)");
  await terminal.sees("Which ]0;ownedcolor?");
  await terminal.sees("Color (required)");
  terminal.type("red");
  await terminal.sees("red");
  terminal.type(ENTER);
  await terminal.sees("Sure");
  terminal.type(ENTER);
  await terminal.sees('[{"action":"accept","content":{"color":"red"}}]');

  await terminal.sees("Which tool?");
  terminal.type("greet");
  await terminal.sees("1 match");
  terminal.type(ENTER);
  await terminal.sees("Name (required)");
  terminal.type("Ann");
  await terminal.sees("Ann");
  terminal.type(ENTER);
  await terminal.sees("Times");
  terminal.type(ENTER);
  await terminal.sees("Call the tool");
  terminal.type(ENTER);
  await terminal.sees("Hello, Ann!");

  await terminal.sees("Which tool?");
  terminal.type(ESCAPE);
  await terminal.sees("RC=0");
  expect(terminal.written()).not.toContain("\u001b]0;owned");
});

it("leaves nothing of what was typed to search when the choice of a tool is left", async () => {
  using terminal = openTerminal(words("--", ...RAW_SERVER));
  await terminal.sees("Which tool?");
  terminal.type("q");
  await terminal.sees("1 match");
  terminal.type(ESCAPE);
  await terminal.sees("RC=0");
  // Up one line, which is then erased: the last that the prompt has written.
  expect(terminal.written()).toMatch(/q[^q\n]*\n[^\n]*\u001b\[1A\u001b\[2KRC=0/);
});

it("asks for arguments that are missing, and tells a no by its exit code", async () => {
  using folder = ownFolder();
  const plan = folder.write("plan.json", { questions: [{ message: "Which?", requestedSchema }] });
  using missing = openTerminal(words("greet", "times=2", "--", ...RAW_SERVER));
  await missing.sees("Name (required)");
  missing.type("Bo");
  await missing.sees("Bo");
  missing.type(ENTER);
  await missing.sees("Hello, Bo!Hello, Bo!");
  await missing.sees("RC=0");

  using asking = openTerminal(
    words("--protocol-version", "2025-11-25", "ask", "--", ...RAW_SERVER, "--plan", plan),
  );
  await asking.sees("Color (required)");
  asking.type(ESCAPE);
  await asking.sees("Stop answering?");
  asking.type("d");
  await asking.sees('[{"action":"decline"}]');
  await asking.sees("RC=3");
});

it.each(["at a question", "while the tool works"])(
  "ends with 130 after Ctrl-C %s, leaves the terminal as it was and no process behind",
  async (when) => {
    using folder = ownFolder();
    const plan = folder.write("plan.json", { questions: [{ message: "Which?", requestedSchema }] });
    const [before, after] = [`${folder.path}/before`, `${folder.path}/after`];
    const mark = `orphan-${process.pid}-pty`;
    const server = [...RAW_SERVER, "--plan", plan, "--orphan", mark];
    const tool = when === "at a question" ? "ask" : "hang";
    using terminal = openTerminal(words("--verbose", tool, "--", ...server), {
      STTY_BEFORE: before,
      STTY_AFTER: after,
    });
    if (tool === "ask") {
      await terminal.sees("Color (required)");
      terminal.type(CTRL_C);
      await terminal.sees("Stop answering?");
      terminal.type(CTRL_C);
    } else {
      await terminal.sees("server | hanging");
      terminal.type(CTRL_C);
    }
    await terminal.sees("RC=130");
    await terminal.ended;
    expect(readFileSync(after, "utf8")).toBe(readFileSync(before, "utf8"));
    await vi.waitFor(() => expect(processesWith(mark)).toEqual([]));
  },
);

it("ends with 130 after Ctrl-C at the arguments too", async () => {
  using terminal = openTerminal(words("greet", "--", ...RAW_SERVER));
  await terminal.sees("Name (required)");
  terminal.type(CTRL_C);
  await terminal.sees("Stop answering?");
  terminal.type(CTRL_C);
  await terminal.sees("Interrupted.");
  await terminal.sees("RC=130");
});

it("asks for arguments in the order of the schema, lists line by line and objects as JSON", async () => {
  using terminal = openTerminal(words("--", ...RAW_SERVER));
  await terminal.sees("Which tool?");
  terminal.type("echo");
  await terminal.sees("1 match");
  terminal.type(ENTER);
  await terminal.sees("Arguments of echo");
  for (const title of ["Text", "Count", "Score", "Sure", "Color", "Tags"]) {
    await terminal.sees(`${title} (optional)`);
    terminal.type(ENTER);
  }
  await terminal.sees("One on each line, or separated by commas.");
  await terminal.sees("Words (optional)");
  terminal.type("x, y z");
  await terminal.sees("x, y z");
  terminal.type(`${TAB}${ENTER}`);
  await terminal.sees("Numbers (optional)");
  terminal.type("1, two");
  await terminal.sees("1, two");
  terminal.type(`${TAB}${ENTER}`);
  await terminal.sees('"two": Enter a whole number in digits.');
  terminal.type("\u007f\u007f\u007f");
  terminal.type("2");
  await terminal.sees("1, 2");
  terminal.type(`${TAB}${ENTER}`);
  await terminal.sees('JSON: { "x"?: integer }');
  await terminal.sees("Deep (optional)");
  terminal.type('{"x"');
  await terminal.sees('{"x"');
  // What was typed is not thrown away without a question, and stays if it is no JSON.
  terminal.type(ESCAPE);
  await terminal.sees("Stop answering? What you have entered will be lost.");
  terminal.type(ENTER);
  await terminal.sees("Deep (optional)");
  terminal.type(ENTER);
  await terminal.sees("Invalid JSON. Put strings in double quotes.");
  await terminal.sees("Deep (optional)");
  terminal.type(":1}");
  await terminal.sees('{"x":1}');
  terminal.type(ENTER);
  await terminal.sees("Day (optional)");
  // An Enter that follows an Enter at once may be a double press; after another key it is none.
  terminal.type("x");
  terminal.type("\u007f");
  terminal.type(ENTER);
  await terminal.sees('{"words":["x","y z"],"numbers":[1,2],"deep":{"x":1}}');
  await terminal.sees("Which tool?");
  terminal.type(CTRL_C);
  await terminal.sees("RC=0");
});

// The Enter that chose a tool was an answer to the server as well.
it("shows a question that comes while a tool is chosen only afterwards", async () => {
  using folder = ownFolder();
  const server = folder.write(
    "server.mjs",
    `import { existsSync } from "node:fs";
    import { createInterface } from "node:readline";
    const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
    const requestedSchema = { type: "object", properties: {} };
    const question = { message: "Out of turn?", requestedSchema };
    const inputSchema = { type: "object", properties: { dir: { type: "string" } }, required: ["dir"] };
    const results = {
      initialize: (params) => ({
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "eager", version: "1" },
      }),
      "tools/list": () => ({ tools: [{ name: "clean", inputSchema }] }),
    };
    createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method, params, result } = JSON.parse(line);
      if (method === undefined)
        process.stderr.write(id === "q" ? "ANSWERED " + result?.action + "\\n" : id + "\\n");
      if (method === "tools/list") {
        const timer = setInterval(() => {
          if (!existsSync(${JSON.stringify(`${folder.path}/ask-now`)})) return;
          clearInterval(timer);
          send({ id: "q", method: "elicitation/create", params: question });
          // Who has responded to this has the question as well.
          send({ id: "ASKED", method: "ping" });
        }, 20);
        const later = setInterval(() => {
          if (!existsSync(${JSON.stringify(`${folder.path}/ping-now`)})) return;
          clearInterval(later);
          send({ id: "STILL THERE", method: "ping" });
        }, 20);
      }
      if (id === undefined || method === undefined) return;
      if (results[method]) send({ id, result: results[method](params) });
      else send({ id, error: { code: -32601, message: "Method not found" } });
    });`,
  );
  using terminal = openTerminal(words("--verbose", "--", process.execPath, server));
  await terminal.sees("Which tool?");
  folder.write("ask-now", "");
  await terminal.sees("server | ASKED");
  expect(terminal.written()).not.toContain("Out of turn?");
  terminal.type(ENTER);
  await terminal.sees("Out of turn?");
  await terminal.sees("Only your agreement");
  folder.write("ping-now", "");
  await terminal.sees("server | STILL THERE");
  expect(terminal.written()).not.toContain("Dir (required)");
  terminal.type("a");
  await terminal.sees("Dir (required)");
  // The server has a pipe of its own: what it says may come before the next prompt or after it.
  await vi.waitFor(() => expect(terminal.written()).toContain("server | ANSWERED accept"));
  terminal.type(CTRL_C);
  await terminal.sees("Stop answering?");
  terminal.type(CTRL_C);
  await terminal.sees("RC=130");
});

it("says what the server wrote when it is gone in the middle of a call", async () => {
  using terminal = openTerminal(words("leave", "--", ...RAW_SERVER));
  await terminal.sees("server | I am leaving");
  await terminal.sees("The connection closed before there was a result");
  await terminal.sees("RC=1");
});

it("keeps stdout for the result alone", async () => {
  using folder = ownFolder();
  const plan = folder.write("plan.json", { questions: [{ message: "Which?", requestedSchema }] });
  const out = `${folder.path}/out.json`;
  const server = [...RAW_SERVER, "--plan", plan];
  const line = `${words("--json", "ask", "--", ...server).join(" ")} > ${out}`;
  using terminal = openTerminal(["sh", "-c", line]);
  await terminal.sees("Color (required)");
  terminal.type("red");
  await terminal.sees("red");
  terminal.type(ENTER);
  await terminal.sees("Sure");
  terminal.type("n");
  await terminal.sees("RC=0");
  expect(JSON.parse(readFileSync(out, "utf8"))).toMatchObject({
    questions: [{ message: "Which?", action: "accept" }],
    exitCode: 0,
  });
});

it("warns of what a server calls itself, and marks where a link leads", async () => {
  using folder = ownFolder();
  const url = "https://github.com.login.evil.example/a";
  const plan = folder.write("plan.json", {
    name: "files",
    title: "G\u0456tHub",
    questions: [{ mode: "url", message: "Sign in.", url }],
  });
  using terminal = openTerminal(words("--", ...RAW_SERVER, "--plan", plan));
  await terminal.sees("! This server's name mixes alphabets and can imitate another.");
  await terminal.sees("Which tool?");
  terminal.type(ENTER);
  await terminal.sees("open this page on evil.example:");
  await terminal.sees("! This address imitates github.com but leads to evil.example.");
  terminal.type(CTRL_C);
  terminal.type(CTRL_C);
});

it("names a server by its title, says once what it was started as, and shows no path or script instead", async () => {
  using folder = ownFolder();
  const plan = folder.write("plan.json", {
    name: "everything",
    title: "MCP Everything",
    questions: [{ message: "Which?", requestedSchema }],
  });
  using terminal = openTerminal(words("ask", "--", ...RAW_SERVER, "--plan", plan));
  await terminal.sees("MCP Everything asks (during ask):");
  await terminal.sees("You started it as raw-server.mjs.");
  await terminal.sees("Color (required)");
  expect(terminal.written()).not.toMatch(/mjs asks|everything asks/);
  terminal.type(CTRL_C);
  terminal.type(CTRL_C);
  await terminal.sees("RC=130");
});

it("notices a browser that does not start before anything is accepted, and gives the address", async () => {
  using folder = ownFolder();
  const url = "https://example.com/start";
  const plan = folder.write("plan.json", {
    questions: [{ mode: "url", message: "Sign in.", url }],
  });
  using terminal = openTerminal(words("ask", "--", ...RAW_SERVER, "--plan", plan), {
    BROWSER: "/bin/false",
    DISPLAY: "",
  });
  await terminal.sees("o  Open example.com");
  terminal.type("o");
  await terminal.sees("The page did not open. Nothing was sent.");
  await terminal.sees(`${url}\n`);
  await terminal.sees("i  I have opened it myself");
  expect(terminal.written()).not.toContain("Sent.");
  terminal.type("i");
  await terminal.sees('[{"action":"accept"}]');
  await terminal.sees("RC=0");
});

it("starts the browser for a link with a file, as the link is on no command line", async () => {
  using folder = ownFolder();
  using machine = createNotingBrowser();
  const url = "https://example.com/start?session=canary";
  const plan = folder.write("plan.json", {
    questions: [{ mode: "url", message: "Sign in.", url }],
  });
  using terminal = openTerminal(words("ask", "--", ...RAW_SERVER, "--plan", plan), machine.env);
  await terminal.sees("o  Open example.com");
  terminal.type("o");
  await terminal.sees('[{"action":"accept"}]');
  const given = await machine.opened();
  expect(given).not.toContain("canary");
  expect(addressIn(given)).toBe(url);
});

it("answers a yes or no with one key, though others were pressed while the server started", async () => {
  using folder = ownFolder();
  const properties = { sure: { type: "boolean" } };
  const asked = {
    message: "Sure?",
    requestedSchema: { type: "object", properties, required: ["sure"] },
  };
  const plan = folder.write("plan.json", { questions: [asked] });
  using terminal = openTerminal(words("ask", "--", ...RAW_SERVER, "--plan", plan));
  terminal.type(`y${ENTER}yy${ENTER}`);
  await terminal.sees("y  Yes");
  terminal.type("n");
  await terminal.sees('[{"action":"accept","content":{"sure":false}}]');
  await terminal.sees("RC=0");
});
