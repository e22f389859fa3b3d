import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { bundled } from "../../../../test/bundled.js";
import { midcall, ownFolder } from "../run-midcall.js";

const program = bundled(
  fileURLToPath(new URL("../console/fixtures/tool-tasks.mjs", import.meta.url)),
);
const words = (...own: string[]): string[] => [
  "call",
  "--protocol-version",
  "2025-11-25",
  ...own,
  "--",
  process.execPath,
  program,
];

it("calls a tool that must run as a task, answers its question, and prints the result", async () => {
  using folder = ownFolder();
  const answers = folder.write("answers.json", [
    { message: "Who about tea?", content: { name: "Ann" } },
  ]);
  const run = await midcall(words("--answers", answers, "research", "topic=tea"));
  expect([run.code, run.stdout]).toEqual([0, "tea: Ann, asked as task-1\n"]);
});

it("calls a tool that can be called in both ways as a scenario says, with its metadata", async () => {
  using folder = ownFolder();
  const scenario = (asTask: boolean): string =>
    folder.write(`scenario-${asTask}.json`, {
      midcall: 1,
      tool: "either",
      meta: { "example.com/trace": "from the file" },
      asTask,
      answers: [],
    });
  const task = await midcall(words("--answers", scenario(true)));
  expect([task.code, task.stdout]).toEqual([0, "as a task, from the file\n"]);
  const plain = await midcall(
    words("--answers", scenario(false), "--meta", "example.com/trace=own"),
  );
  expect([plain.code, plain.stdout]).toEqual([0, "as a call, own\n"]);
});

it("reports a question of a task that nobody answers", async () => {
  const run = await midcall(words("research", "topic=tea"));
  expect(run.code).toBe(5);
});

it.each([
  ["breaks", "The oven broke."],
  ["wrong", "Invalid result for tasks/result: content"],
  ["no-task", "The server sent an invalid task."],
])("reports why a task has no result: %s", async (tool, why) => {
  const run = await midcall(words(tool));
  expect([run.code, run.stdout]).toEqual([1, ""]);
  expect(run.stderr).toContain(why);
});

it("cancels a task that does not end in time", async () => {
  const run = await midcall(words("--timeout", "3", "never"));
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("Timed out after 3 s");
  expect(run.stderr).toContain("task-1 was cancelled");
});

it("calls a tool that need not run as a task in the ordinary way", async () => {
  expect(await midcall(words("either"))).toMatchObject({ code: 0, stdout: "as a call\n" });
});

it("sends the metadata of --meta with the call", async () => {
  const run = await midcall(words("--meta", "trace=1", "--meta", "deep:=[2]", "plain"));
  expect(JSON.parse(run.stdout)).toMatchObject({ trace: "1", deep: [2] });
});
