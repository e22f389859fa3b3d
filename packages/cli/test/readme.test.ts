import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readAnswersFile } from "../src/answers/read-answers.js";
import { EXIT } from "../src/call/report/exit-code.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const [answers, report] = [...readme.matchAll(/```json\n([^]*?)```/g)].map(([, json]) => json!);

it("shows an answers file that can be used", () => {
  expect(readAnswersFile(answers!, "README.md").answers.map(({ action }) => action)).toEqual([
    "accept",
    "accept",
    "accept",
    "decline",
  ]);
});

it("shows a report with what a report has, and every exit code", () => {
  const members = Object.keys(JSON.parse(report!) as object);
  expect(members).toEqual(["protocolVersion", "server", "result", "questions", "exitCode"]);
  for (const code of Object.values(EXIT))
    expect(readme).toMatch(new RegExp(`^\\| ${code} +\\|`, "m"));
});
