import { describe, expect, it } from "vitest";
import type { Fault } from "../faults.js";
import { plant } from "./plant.js";
import { symbolsIn } from "./symbols.js";

const ROUNDS = `
export function createRounds(settings: Settings): Rounds {
  const hold = async (pending: Pending): Promise<void> => {
    // Not later than that.
    if (now() > pending.by) {
      throw new LateError(pending);
    }
    await wait({ by: pending.by, pending });
  };
  return { hold, isOpen: ({ by }) => by > now() };
}
`;

/** The text with the fault in it, on one line. */
function planted(fault: Omit<Fault, "ids">, files: Record<string, string>): string {
  const symbols = Object.entries(files).flatMap(([file, text]) => symbolsIn(file, text));
  return plant({ ids: [], ...fault }, symbols)
    .text.replace(/\s+/g, " ")
    .trim();
}

describe("planting a fault", () => {
  const late: Omit<Fault, "ids"> = { in: "hold", find: "now() > pending.by", replace: "false" };
  const sources = { "server/rounds.ts": ROUNDS };

  it("replaces what it finds in the function it names, in whatever file and function that stands", () => {
    expect(planted(late, sources)).toContain("if (false) {");
    expect(
      planted(late, {
        "core/rounds/hold.ts": "export async function hold() { return now() > pending.by; }",
        "core/rounds/index.ts": "export const other = () => now() > pending.by;",
      }),
    ).toBe("export async function hold() { return false; }");
  });

  it("does not mind layout, comments, trailing commas and parentheses around a returned value", () => {
    const find = "return now(/* here */ one, [two]) && late";
    for (const text of [
      "const f = () => { return now(one, [two]) && late; };",
      "const f = () => { return now(\n  one, // first\n  [\n    two,\n  ],\n) && late; };",
      "const f = () => { return (\n  now(one, [two]) &&\n  late\n); };",
    ]) {
      const by = (end: string): string =>
        planted({ in: "f", find: `${find}${end}`, replace: `return 1${end}` }, { "a.ts": text });
      expect(by("")).toBe("const f = () => { return 1; };");
      expect(by(";")).toBe("const f = () => { return 1; };");
    }
  });

  it("tells strings, templates and regular expressions from code", () => {
    const text = "const f = (a) => [/a b\\/'/, 'a  b', `a b ${ { a }.a } a b`, a / b / c];";
    const by = (find: string): string => planted({ in: "f", find, replace: "X" }, { "a.ts": text });
    expect(by("'a  b'")).toContain("/, X, `");
    expect(by("/a b\\/'/")).toContain("[X, 'a");
    expect(by("{ a }.a")).toContain("`a b ${ X } a b`");
    expect(by("a/b")).toContain(", X / c]");
    expect(() => by("'a b'")).toThrow("`'a b'` does not stand in f (a.ts).");
  });

  it("leaves out what has no replacement, with its comma", () => {
    const found = { in: "hold", find: "by: pending.by", replace: "" };
    expect(planted(found, sources)).toContain("await wait({ pending });");
  });

  it("replaces all a function does", () => {
    const open = { in: "isOpen", body: "return true;" };
    expect(planted(open, sources)).toContain("isOpen: ({ by }) => { return true; } };");
    const text = "class Call { get #open() { return this.by > now(); } }";
    expect(planted({ in: "Call.#open", body: "return true;" }, { "call.ts": text })).toBe(
      "class Call { get #open() { return true; } }",
    );
  });

  it("refuses a fault that fits nowhere, or changes nothing", () => {
    expect(() => planted({ ...late, find: "now() >= pending.by" }, sources)).toThrow(
      "does not stand in createRounds.hold",
    );
    expect(() => planted({ ...late, in: "wait" }, sources)).toThrow("nothing has that name.");
    expect(() => planted({ ...late, find: "pending.by" }, sources)).toThrow("stands 2 times");
    expect(() => planted({ ...late, replace: "now()>pending . by" }, sources)).toThrow(
      "it changes nothing.",
    );
    expect(() => planted({ ...late, replace: "(" }, sources)).toThrow("does not parse");
  });

  it("tells functions of one name apart by an outer one, or by a folder or a file", () => {
    const files = {
      ...sources,
      "server/push.ts": "const createPush = () => { const hold = () => now() > pending.by; };",
      "client/hold.ts": "function hold() { return now() > pending.by; }",
    };
    const at = (name: string): string => planted({ ...late, in: name }, files);
    expect(() => at("hold")).toThrow(
      "it is declared 3 times: createRounds.hold (server/rounds.ts), createPush.hold (server/push.ts), " +
        "hold (client/hold.ts). Put an outer name before it, or else its folder: outer.name, folder/name.",
    );
    expect(at("createPush.hold")).toMatch(/^const createPush/);
    expect(at("client/hold")).toMatch(/^function/);
    expect(at("server/rounds/hold")).toMatch(/^export function createRounds/);
    expect(() => at("server/hold")).toThrow("it is declared 2 times");
  });
});
