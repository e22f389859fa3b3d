import fc from "fast-check";
import { createInbox, type InboxOptions, type OpenQuestion } from "midcall/client";
import { expect, it } from "vitest";
import { createAnswerBook } from "../../src/answers/answer-book.js";
import { mountAnswers, type NoAnswer } from "../../src/answers/mount-answers.js";
import { schemaDigest } from "../../src/answers/schema-digest.js";
import { readAnswersFile } from "../../src/answers/read-answers.js";
import { scaled } from "../../../../test/night.js";

interface Missed extends NoAnswer {
  readonly question: OpenQuestion;
}

/** An inbox answered by these entries. */
function answering(
  entries: readonly object[],
  policy: InboxOptions["policy"] = { burst: 1_000 },
): {
  ask(message: string, schema?: object): Promise<unknown>;
  open(message: string, url: string): Promise<unknown>;
  readonly missed: Missed[];
  readonly unused: () => readonly number[];
} {
  const inbox = createInbox({ open: () => {}, policy });
  const book = createAnswerBook(readAnswersFile(JSON.stringify(entries), "file").answers);
  const missed: Missed[] = [];
  mountAnswers(inbox, book, (question, reason) => missed.push({ question, ...reason }));
  return {
    ask: (message, requestedSchema = { type: "object", properties: { x: { type: "string" } } }) =>
      inbox.handle({ message, requestedSchema }, { server: "s" }),
    open: (message, url) => inbox.handle({ mode: "url", message, url }, { server: "s" }),
    missed,
    unused: () => book.unused().map(({ number }) => number),
  };
}

const yes = (x: string): object => ({ action: "accept", content: { x } });
const NO_ANSWER = {
  action: "cancel",
  content: {
    "midcall/cannotAsk": "no-answer",
    "midcall/why": expect.stringContaining("the file has no valid answer to this one") as string,
  },
};

it("answers what the limits of the inbox hold back", async () => {
  const person = answering([{ message: "*", content: { x: "1" }, times: 3 }], { burst: 1 });
  const answers = await Promise.all(["A?", "B?", "C?"].map((message) => person.ask(message)));
  expect(answers).toEqual([yes("1"), yes("1"), yes("1")]);
});

it("uses each entry once, in order, for the question it names", async () => {
  const person = answering([
    { message: "A?", content: { x: "1" } },
    { message: "*", content: { x: "2" } },
    { message: "A?", content: { x: "3" } },
  ]);
  expect(await person.ask("B?")).toEqual(yes("2"));
  expect(await person.ask("A?")).toEqual(yes("1"));
  expect(await person.ask("A?")).toEqual(yes("3"));
  expect(await person.ask("A?")).toEqual(NO_ANSWER);
  expect(person.missed[0]!.why).toBe(
    'Entry 1, 2, 3 has already been used. Set its "times", or add another entry.',
  );
  expect(person.unused()).toEqual([]);
});

it("takes an empty message for what it is", async () => {
  const person = answering([{ message: "", content: { x: "1" } }]);
  expect(await person.ask("A?")).toEqual(NO_ANSWER);
  expect(await person.ask("")).toEqual(yes("1"));
});

it("never uses an entry for another question", async () => {
  const person = answering([{ message: "Delete a?", content: { x: "yes" } }]);
  for (const message of ["Delete b?", "Delete a", "Delete a??", "delete a?", "Delete a?\nAnd b?"]) {
    expect(await person.ask(message)).toEqual(NO_ANSWER);
  }
  expect(person.unused()).toEqual([1]);
});

it("uses an entry as often as it says", async () => {
  const person = answering([{ message: "A?", content: { x: "1" }, times: 2 }]);
  expect(await person.ask("A?")).toEqual(yes("1"));
  expect(await person.ask("A?")).toEqual(yes("1"));
  expect(await person.ask("A?")).toEqual(NO_ANSWER);
});

it("uses a recorded entry only for the form it was given to", async () => {
  const other = { type: "object", properties: { x: { type: "string", title: "Other" } } };
  const person = answering([{ message: "A?", content: { x: "1" }, schema: schemaDigest(other) }]);
  expect(await person.ask("A?")).toEqual(NO_ANSWER);
  expect(person.missed[0]!.why).toMatch("Entry 1 was recorded for another form");
  expect(await person.ask("A?", other)).toEqual(yes("1"));
});

it("does not use an entry that leaves out a secret", async () => {
  const person = answering([{ message: "A?", content: {}, ask: ["x"] }]);
  expect(await person.ask("A?")).toEqual(NO_ANSWER);
  expect(person.missed[0]!.why).toMatch('Entry 1 leaves out "x"');
});

it("answers questions that come at once, each with its own", async () => {
  const person = answering(
    Array.from({ length: 8 }, (_, nr) => ({ message: `Q${nr}`, content: { x: `${nr}` } })),
  );
  const all = await Promise.all([7, 2, 5, 0].map((nr) => person.ask(`Q${nr}`)));
  expect(all).toEqual([yes("7"), yes("2"), yes("5"), yes("0")]);
});

it("does not take an entry for a link as one for a form, nor the other way round", async () => {
  const person = answering([
    { message: "*", action: "accept", url: "https://example.com/*" },
    { message: "*", content: {} },
  ]);
  expect(await person.open("Open?", "https://example.org/")).toEqual(NO_ANSWER);
  expect(await person.ask("Form?")).toEqual({ action: "accept", content: {} });
  expect(await person.open("Open?", "https://example.com/x")).toEqual({ action: "accept" });
  expect(person.unused()).toEqual([]);
});

it("takes an address in full however it is written", async () => {
  const person = answering([{ message: "*", action: "accept", url: "HTTPS://Example.com" }]);
  expect(await person.open("Open?", "https://example.com/")).toEqual({ action: "accept" });
});

it("takes the host of a pattern however it is written", async () => {
  const person = answering([{ message: "*", action: "accept", url: "HTTPS://Example.com/a/*" }]);
  expect(await person.open("Open?", "https://example.com/a/b")).toEqual({ action: "accept" });
});

it.each([
  [
    "http://127.0.0.1:8123/*",
    "http://127.0.0.1:8123/ask/1",
    "comes from a program on this computer",
  ],
  ["https://example.com:8443/*", "https://example.com:8443/a", "uses port 8443"],
  ["https://github.com.example.net/*", "https://github.com.example.net/a", "imitates github.com"],
])(
  "accepts a link with a warning only if the entry is the whole link: %s",
  async (url, link, why) => {
    const matching = answering([{ message: "*", action: "accept", url }]);
    expect(await matching.open("Open?", link)).toEqual(NO_ANSWER);
    expect(matching.missed[0]!.why).toContain("Entry 1 matches the link, but there is a warning");
    expect(matching.missed[0]!.why).toContain(why);
    expect(matching.unused()).toEqual([1]);
    const naming = answering([
      { message: "*", action: "accept", url },
      { message: "*", action: "accept", url: link },
    ]);
    expect(await naming.open("Open?", link)).toEqual({ action: "accept" });
    expect(naming.unused()).toEqual([1]);
    const declining = answering([{ message: "*", action: "decline", url }]);
    expect(await declining.open("Open?", link)).toEqual({ action: "decline" });
  },
);

const fields = {
  type: "object",
  properties: {
    text: { type: "string", default: "d" },
    count: { type: "integer" },
    ok: { type: "boolean" },
    one: { type: "string", oneOf: [{ const: "r", title: "Red" }] },
    some: { type: "array", items: { type: "string", enum: ["a", "b", "c, d"] } },
  },
};

it.each<[content: object, sent: object]>([
  [{}, { text: "d" }],
  [{ text: "a " }, { text: "a " }],
  [{ text: null }, {}],
  [{ count: 5 }, { text: "d", count: 5 }],
  [{ count: " 5 " }, { text: "d", count: 5 }],
  [{ ok: false }, { text: "d", ok: false }],
  [{ ok: "Yes" }, { text: "d", ok: true }],
  [{ ok: "off" }, { text: "d", ok: false }],
  [{ ok: null }, { text: "d" }],
  [{ one: "Red" }, { text: "d", one: "r" }],
  [{ some: ["a", "b"] }, { text: "d", some: ["a", "b"] }],
  [{ some: "b, a" }, { text: "d", some: ["b", "a"] }],
  [{ some: "c, d" }, { text: "d", some: ["c, d"] }],
])("fills in %j as a person would", async (content, sent) => {
  const person = answering([{ message: "*", content }]);
  expect(await person.ask("?", fields)).toEqual({ action: "accept", content: sent });
});

it.each<[content: object, field: string, code: string]>([
  [{ text: 5 }, "text", "type"],
  [{ text: ["a"] }, "text", "type"],
  [{ count: true }, "count", "type"],
  [{ count: 1.5 }, "count", "type"],
  [{ count: "1,5" }, "count", "number"],
  // JSON has lost digits here before anyone could look.
  [JSON.parse('{"count": 9007199254740993}') as object, "count", "precision"],
  [{ ok: "perhaps" }, "ok", "type"],
  [{ ok: 1 }, "ok", "type"],
  [{ one: "blue" }, "one", "option"],
  [{ one: ["r"] }, "one", "type"],
  [{ some: [["a"]] }, "some", "type"],
  [{ some: ["z"] }, "some", "option"],
  [{ Text: "a" }, "Text", "unknown"],
  [JSON.parse('{"__proto__": "a"}') as object, "__proto__", "unknown"],
])("does not send %j, and says why", async (content, field, code) => {
  const person = answering([{ message: "*", content }]);
  expect(await person.ask("?", fields)).toEqual(NO_ANSWER);
  expect(person.missed[0]!.issues?.map((issue) => [issue.field, issue.code])).toEqual([
    [field, code],
  ]);
});

it("never throws and sends nothing the form does not take, whatever the content", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.constantFrom("text", "count", "ok", "one", "some", "z"), fc.jsonValue()),
      async (content) => {
        const person = answering([{ message: "*", content }]);
        const { action } = (await person.ask("?", fields)) as { action: string };
        expect(["accept", "cancel"]).toContain(action);
        expect(person.missed).toHaveLength(action === "accept" ? 0 : 1);
      },
    ),
    { numRuns: scaled(80, 500) },
  );
});

it("accepts no form without saying what is sent", async () => {
  const person = answering([{ message: "Delete?", action: "accept" }]);
  const schema = { type: "object", properties: { confirm: { type: "boolean", default: true } } };
  expect(await person.ask("Delete?", schema)).toEqual(NO_ANSWER);
  expect(person.missed[0]?.why).toContain('Add "content"');
  const agreeing = answering([{ message: "Agree?", action: "accept" }]);
  const empty = { type: "object", properties: {} };
  expect(await agreeing.ask("Agree?", empty)).toEqual({ action: "accept", content: {} });
});

it("sends no yes that the server has filled in, unless the entry names it", async () => {
  const properties = {
    x: { type: "string", default: "kept" },
    all: { type: "boolean", default: true },
  };
  const schema = { type: "object", properties };
  for (const content of [{}, { x: "1" }]) {
    const person = answering([{ message: "Name?", content }]);
    expect(await person.ask("Name?", schema)).toEqual(NO_ANSWER);
    expect(person.missed[0]?.issues).toMatchObject([{ field: "all", code: "unconfirmed" }]);
  }
  for (const all of [true, false]) {
    const person = answering([{ message: "Name?", content: { all } }]);
    const content = { x: "kept", all };
    expect(await person.ask("Name?", schema)).toEqual({ action: "accept", content });
  }
});
