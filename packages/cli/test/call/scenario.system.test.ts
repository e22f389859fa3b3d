import { expect, it } from "vitest";
import { midcall, ownFolder, RAW_SERVER } from "../run-midcall.js";

const color = {
  type: "object",
  properties: { color: { type: "string", enum: ["red", "blue"] }, note: { type: "string" } },
  required: ["color"],
};

/** Runs a scenario against a server whose tool `ask` asks one question. */
async function run(scenario: object, words: readonly string[] = []): ReturnType<typeof midcall> {
  using folder = ownFolder();
  const questions = [{ message: "Which?", requestedSchema: color }];
  const plan = folder.write("plan.json", { questions });
  const file = folder.write("scenario.json", { midcall: 1, ...scenario });
  return await midcall([
    ...["call", "--protocol-version", "2025-11-25", "--answers", file, ...words],
    ...["--", ...RAW_SERVER, "--plan", plan],
  ]);
}

const answers = [{ message: "Which?", content: { color: "red" } }];

it("takes the tool and its arguments from the scenario", async () => {
  const { code, stdout, stderr } = await run({ tool: "ask", answers });
  expect([code, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toEqual([{ action: "accept", content: { color: "red" } }]);
});

it("prefers the tool on the command line", async () => {
  const { code } = await run({ tool: "other", answers }, ["ask"]);
  expect(code).toBe(0);
});

it("does not call what it cannot, and says why", async () => {
  const prompt = await run({ prompt: "greet", answers });
  expect([prompt.code, prompt.stderr]).toEqual([2, expect.stringMatching("only tools")]);
  const secret = await run({ tool: "ask", ask: ["apiKey"], answers });
  expect([secret.code, secret.stderr]).toEqual([2, expect.stringMatching('"apiKey"')]);
});

it("reports a form that has changed, with exit code 5", async () => {
  const { code, stderr } = await run({
    tool: "ask",
    answers: [{ ...answers[0], schema: "sha256-0" }],
  });
  expect(code).toBe(5);
  expect(stderr).toMatch("was recorded for another form");
});
