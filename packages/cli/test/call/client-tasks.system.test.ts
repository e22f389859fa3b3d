import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { bundled } from "../../../../test/bundled.js";
import { midcall, ownFolder } from "../run-midcall.js";

const program = bundled(
  fileURLToPath(new URL("../console/fixtures/client-tasks.mjs", import.meta.url)),
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
const params = {
  message: "Who?",
  requestedSchema: { type: "object", properties: { name: { type: "string" } } },
  task: { ttl: 60_000 },
};
const ask = ["ask", 'method:="elicitation/create"', `params:=${JSON.stringify(params)}`];

it("answers a question that is sent as a task, and declares nothing else as one", async () => {
  using folder = ownFolder();
  const answers = folder.write("answers.json", [{ message: "Who?", content: { name: "Ann" } }]);
  const asked = await midcall(words("--answers", answers, ...ask));
  expect(asked.code).toBe(0);
  const { created, ended } = JSON.parse(asked.stdout) as Record<string, { result: object }>;
  expect(created!.result).toMatchObject({ task: { status: "working" } });
  expect(ended!.result).toMatchObject({ action: "accept", content: { name: "Ann" } });
  const { stdout } = await midcall(words("--answers", answers, "declared"));
  const declared = JSON.parse(stdout) as { tasks: { requests: object } };
  expect(declared.tasks.requests).toEqual({ elicitation: { create: {} } });
});

it("declares no tasks if nobody can answer", async () => {
  const { stdout } = await midcall(words("declared"));
  expect(JSON.parse(stdout)).not.toHaveProperty("tasks");
});
