import { accept, createInbox, decline, type OpenQuestion } from "midcall/client";
import { expect, it } from "vitest";
import { createAnswerBook } from "../../../src/answers/answer-book.js";
import { readAnswersFile } from "../../../src/answers/read-answers.js";
import { writeScenario } from "../../../src/answers/scenario.js";
import { createCallRecorder } from "../../../src/console/scenarios/call-recorder.js";

/** A question as an inbox shows it. */
async function questionOf(params: object): Promise<OpenQuestion> {
  const inbox = createInbox({ open: () => {} });
  inbox.mount();
  void inbox.handle(params, { server: "s" }).catch(() => {});
  for (;;) {
    const [question] = inbox.getSnapshot().showing;
    if (question) return question;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

const form = {
  message: "Book * for \\ me?",
  requestedSchema: {
    type: "object",
    properties: {
      note: { type: "string", default: "quick" },
      seats: { type: "integer", default: 2 },
      apiKey: { type: "string" },
      day: { type: "string" },
    },
  },
};
const call = { kind: "tool", name: "t", arguments: {} } as const;

it("records an answer so that it is sent again exactly, also a default that was removed", async () => {
  const recorder = createCallRecorder();
  const question = await questionOf(form);
  recorder.begin("1", call);
  recorder.add("1", question, accept({ seats: 3 }));
  const json = JSON.stringify(writeScenario(recorder.scenario("1", "n")));
  const { answers } = readAnswersFile(json, "file");
  expect(answers[0]!.content).toEqual({ note: null, seats: 3 });
  expect(createAnswerBook(answers).answer(question)).toEqual({ result: accept({ seats: 3 }) });
  const other = await questionOf({ ...form, message: "Book me for \\ me?" });
  expect(createAnswerBook(answers).answer(other)).toHaveProperty("why");
});

it("leaves out what seems to be a secret, in answers and arguments", async () => {
  const recorder = createCallRecorder();
  recorder.begin("1", {
    ...call,
    arguments: { token: "canary", deep: { password: "canary" }, pin: "canary", dir: "x" },
    inputSchema: { properties: { pin: { type: "string", format: "password" }, dir: null } },
  });
  recorder.add("1", await questionOf(form), accept({ apiKey: "canary", day: "mon" }));
  const scenario = recorder.scenario("1", "n");
  expect(JSON.stringify(scenario)).not.toMatch("canary");
  expect(scenario.call).toMatchObject({ arguments: { dir: "x" }, ask: ["token", "deep", "pin"] });
  expect(scenario.answers[0]).toMatchObject({ content: { day: "mon" }, ask: ["apiKey"] });
});

it("records a refusal for its form, and a link with its whole address", async () => {
  const recorder = createCallRecorder();
  recorder.begin("1", call);
  recorder.add("1", await questionOf(form), decline());
  const link = await questionOf({
    mode: "url",
    message: "Open?",
    url: "https://example.com/*?a=1",
    elicitationId: "1",
  });
  recorder.add("1", link, accept());
  const { answers } = recorder.scenario("1", "n");
  expect(answers).toMatchObject([
    { action: "decline", schema: expect.stringMatching(/^sha256-/) as string },
    { action: "accept", url: "https://example.com/\\*?a=1" },
  ]);
});

it("forgets the oldest calls, and does not save what is too large", async () => {
  const recorder = createCallRecorder();
  for (let id = 0; id < 60; id++) recorder.begin(`${id}`, call);
  expect(() => recorder.scenario("1", "n")).toThrow("can no longer be saved");
  expect(recorder.scenario("59", "n").answers).toEqual([]);
  const question = await questionOf(form);
  for (let count = 0; count < 30; count++) {
    recorder.add("59", question, accept({ day: "x".repeat(10_000) }));
  }
  expect(() => recorder.scenario("59", "n")).toThrow("too large");
});

it("tells what was answered in a call, with secrets masked, also if the call was started before", async () => {
  const recorder = createCallRecorder();
  const requestedSchema = {
    type: "object",
    properties: { ok: { type: "boolean", title: "Sure\u202e?" }, apiKey: { type: "string" } },
  };
  const asked = await questionOf({ message: "Delete\u200b it?", requestedSchema });
  recorder.add("1", asked, accept({ ok: true, apiKey: "canary" }));
  recorder.add("1", await questionOf(form), decline());
  expect(recorder.answered("1")).toEqual([
    {
      message: "Delete it?",
      action: "accept",
      fields: [
        { label: "Sure?", value: "yes" },
        { label: "apiKey", value: "••••••" },
      ],
    },
    { message: form.message, action: "decline", fields: [] },
  ]);
  expect(recorder.answered("2")).toEqual([]);
});
