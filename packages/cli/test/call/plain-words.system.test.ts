import { expect, it } from "vitest";
import { midcall, ownFolder, RAW_SERVER } from "../run-midcall.js";

/** Words of the library, which mean nothing to a user or to the author of another server. */
const JARGON = /inbox|onElicitation|createInbox|mount\(|client\.connect|no-ui|attach/i;

const question = {
  message: "Which?",
  requestedSchema: { type: "object", properties: { color: { type: "string" } } },
};

it.each(["2025-11-25", "2026-07-28"])(
  "without a terminal, user and server read plain sentences, on %s",
  async (version) => {
    using folder = ownFolder();
    const plan = folder.write("plan.json", { questions: [question] });
    const { code, stdout, stderr } = await midcall([
      ...["call", "--protocol-version", version, "ask", "--"],
      ...[...RAW_SERVER, "--plan", plan],
    ]);
    expect(code).toBe(5);
    // On 2025 the server says what it was told.
    if (version === "2025-11-25") expect(stdout).toContain("No user can answer here");
    else expect(stderr).toContain("The server asked a question, and no user can answer it here.");
    expect(stdout + stderr).not.toMatch(JARGON);
  },
);

it("an entry that is missing from the answers file is called that, to the server too", async () => {
  using folder = ownFolder();
  const plan = folder.write("plan.json", { questions: [question] });
  const answers = folder.write("answers.json", []);
  const { code, stdout, stderr } = await midcall([
    ...["call", "--protocol-version", "2025-11-25", "--answers", answers, "ask", "--"],
    ...[...RAW_SERVER, "--plan", plan],
  ]);
  expect(code).toBe(5);
  expect(stdout).toContain("answered from a file here, and the file has no valid answer");
  expect(stderr).toContain("No entry matches this message.");
  expect(stdout + stderr).not.toMatch(/could not show|cannot show/);
});

it("what a server writes before it crashes is printed once", async () => {
  using folder = ownFolder();
  const server = folder.write(
    "crash.mjs",
    'process.stderr.write("boom: no database\\n"); process.exit(3);',
  );
  const { code, stdout, stderr } = await midcall([
    ...["call", "--list", "--"],
    ...[process.execPath, server],
  ]);
  expect(code).toBe(1);
  expect((stdout + stderr).match(/boom: no database/g)).toHaveLength(1);
});

it("what a server writes before it is connected is printed once, too", async () => {
  const { stderr } = await midcall([
    "call",
    "--list",
    "--",
    ...RAW_SERVER,
    "--says",
    "starting up",
  ]);
  expect(stderr.match(/server \| starting up/g)).toHaveLength(1);
});

it.each([
  ["sampling/createMessage", "a text that a model writes (sampling/createMessage)"],
  ["roots/list", "the list of your folders (roots/list)"],
  ["other/thing", "input (other/thing)"],
])(
  "a call that needs %s ends with what happened and where it can be answered",
  async (method, what) => {
    using folder = ownFolder();
    const needed = {
      resultType: "input_required",
      inputRequests: { a: { method, params: { messages: [], maxTokens: 1 } } },
      requestState: "1",
    };
    const plan = folder.write("plan.json", { tools: { hang: needed } });
    const { code, stdout, stderr } = await midcall([
      ...["call", "--protocol-version", "2026-07-28", "hang", "--"],
      ...[...RAW_SERVER, "--plan", plan],
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain(`The tool asked for ${what}, so the call was ended`);
    expect(stderr).toContain("Use midcall console");
    expect(stdout + stderr).not.toMatch(/onInput/);
    expect(stdout + stderr).not.toMatch(JARGON);
  },
);
