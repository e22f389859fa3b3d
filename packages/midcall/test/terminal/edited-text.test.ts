import { multiline, text } from "@clack/prompts";
import * as fc from "fast-check";
import { PassThrough, Writable } from "node:stream";
import { expect, it } from "vitest";

import { createLineEditor } from "../../src/terminal/input/line-editor.js";
import { pieceOf } from "../../src/terminal/input/pieces.js";
import type { KeyPress } from "../../src/terminal/input/key-press.js";
import { scaled } from "../../../../test/night.js";

const MARK = "[paste 1: 501 characters]";

type Op = { key: KeyPress } | { typed: string } | { mark: true } | { refused: true };

const key = (names: readonly string[], held: object = {}): fc.Arbitrary<Op> =>
  fc.constantFrom(...names).map((name) => ({ key: { name, ...held } }));

const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 4, arbitrary: key(["left", "right", "up", "down", "backspace", "delete"]) },
  key(["home", "end"]),
  key(["a", "b", "e", "f", "h", "k", "u", "w"], { ctrl: true }),
  key(["b", "f", "d", "backspace", "delete"], { meta: true }),
  {
    weight: 4,
    arbitrary: fc.constantFrom(..."ab _.,-\né😀𝒳漢".matchAll(/./gsu)).map(([typed]) => ({ typed })),
  },
  fc.constant<Op>({ mark: true }),
  fc.constant<Op>({ refused: true }),
);

/** What a prompt has in it after all that, and what was believed to be in it. */
async function type(
  initial: string,
  lines: boolean,
  ops: readonly Op[],
): Promise<[value: unknown, known: string]> {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const send = (typed: string | undefined, pressed: KeyPress): void =>
    void input.emit("keypress", typed, pressed);
  const enter = (): void => send("\r", { name: "return", sequence: "\r" });
  const toggle = (): void => send("\t", { name: "tab", sequence: "\t" });
  let isRefused = true;
  const validate = (): string | undefined => (isRefused ? "No." : undefined);
  const options = { message: "?", initialValue: initial, input, output, validate };
  const prompt = lines ? multiline({ ...options, showSubmit: true }) : text(options);
  const edited = createLineEditor(initial, lines, send);
  for (const one of ops) {
    if ("key" in one) edited.press(lines && (one.key.ctrl || one.key.meta) ? {} : one.key);
    else if ("mark" in one) edited.insert({ shown: MARK, means: "whole" });
    else if ("typed" in one)
      edited.insert(pieceOf(lines ? one.typed : one.typed.replace("\n", " ")));
    else {
      if (lines) toggle();
      enter();
      edited.toEnd();
      if (lines) toggle();
    }
  }
  isRefused = false;
  if (lines) toggle();
  enter();
  return [await prompt, edited.pieces.map(({ shown }) => shown).join("")];
}

it("is what the prompt has in it, whatever was pressed, in whole characters and whole marks", async () => {
  const property = fc.asyncProperty(
    fc.constantFrom("", "one two", "a😀\n\n漢 c"),
    fc.boolean(),
    fc.array(op, { maxLength: 60, size: "max" }),
    async (initial, lines, ops) => {
      const [value, known] = await type(lines ? initial : initial.replace(/\n/g, " "), lines, ops);
      expect(value).toBe(known);
      expect(known).not.toMatch(/\p{Cs}/u);
      expect(known.replaceAll(MARK, "")).not.toMatch(/[[\]:]|p|st/);
    },
  );
  await fc.assert(property, { numRuns: scaled(80, 400) });
});
