import fc from "fast-check";
import { expect, it } from "vitest";
import { planUnwrap, planWrap, plannedText } from "../../src/wrap/plan.js";
import { scaled } from "../../../../test/night.js";

const PROGRAM = ["/usr/bin/node", "/lib/node_modules/@midcall/cli/dist/main.js"];
const fileOf = (text: string): { path: string; target: string; text: string } => ({
  path: "/f",
  target: "/f",
  text,
});

/** Space and comments, as they may stand between any two tokens. */
const gap = fc.constantFrom("", " ", "\n", "\r\n\t", ' // note "{[\n', "/* } , */", "\n\n  ");
const word = fc.oneof(
  fc.string({ maxLength: 8 }).map((one) => JSON.stringify(one)),
  fc.constantFrom('"\\u0061"', '"--"', '"bridge"', '"é\\n"'),
);
const comma = fc.constantFrom("", ",");

const listed = (
  open: string,
  items: readonly string[],
  gaps: string[],
  end: string,
  close: string,
): string =>
  `${open}${gaps[0]}${items.join(`${gaps[1]},${gaps[2]}`)}${items.length > 0 ? end : ""}${gaps[3]}${close}`;
const gaps = fc.array(gap, { minLength: 4, maxLength: 4 });

const list = (
  items: fc.Arbitrary<readonly string[]>,
  open: string,
  close: string,
): fc.Arbitrary<string> =>
  fc.tuple(items, gaps, comma).map(([all, spaces, end]) => listed(open, all, spaces, end, close));
const member = (name: string, value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(value, gap).map(([text, space]) => `"${name}"${space}:${space}${text}`);

const texts = list(fc.array(word, { maxLength: 3 }), "[", "]");
const variables = list(fc.array(member("K", word), { maxLength: 1 }), "{", "}");
const optional = (one: fc.Arbitrary<string>): fc.Arbitrary<string[]> =>
  fc.array(one, { maxLength: 1 });
const shuffled = (parts: fc.Arbitrary<string[]>[]): fc.Arbitrary<string[]> =>
  fc.tuple(...parts).chain((all) => {
    const flat = all.flat();
    return fc.shuffledSubarray(flat, { minLength: flat.length });
  });
const one = (arbitrary: fc.Arbitrary<string>): fc.Arbitrary<string[]> =>
  arbitrary.map((text) => [text]);

const command = shuffled([
  one(member("command", word)),
  optional(member("args", texts)),
  optional(member("env", variables)),
  optional(member("unknown", texts)),
]);
const remote = shuffled([
  one(member("url", fc.constantFrom('"https://example.com/mcp"', '"https:\\/\\/example.com"'))),
  optional(member("headers", variables)),
  optional(member("type", fc.constantFrom('"http"', '"streamable-http"'))),
  optional(member("unknown", texts)),
]);
const server = fc.oneof(list(command, "{", "}"), list(remote, "{", "}"));
const servers = fc
  .array(server, { maxLength: 4 })
  .chain((all) => list(fc.constant(all.map((text, at) => `"s${at}": ${text}`)), "{", "}"));

const document = fc
  .tuple(
    fc.constantFrom("", "\ufeff"),
    gap,
    fc.constantFrom("mcpServers", "servers", "context_servers"),
    servers,
    variables,
  )
  .map(([mark, space, name, all, other]) => ({
    before: `${mark}${space}{ "first": ${other},${space}"${name}":${space}`,
    servers: all,
    after: `${space}, "last":${other} }${space}`,
  }));
const names = fc.subarray(["s0", "s1", "s2", "s3"]);

it("restores every byte of random documents, whichever servers were wrapped", () => {
  fc.assert(
    fc.property(document, names, ({ before, servers: all, after }, chosen) => {
      const text = before + all + after;
      const plan = planWrap("Host", fileOf(text), new Set(chosen), PROGRAM);
      const records = plan.changes.map(({ entry, text: wrapped }) => ({
        name: entry.name,
        original: entry.text,
        wrapped,
      }));
      const wrapped = plannedText(plan);
      expect(wrapped === text).toBe(plan.changes.length === 0);
      expect(plannedText(planUnwrap("Host", fileOf(wrapped), new Set(), records))).toBe(text);
    }),
    { numRuns: scaled(100, 500) },
  );
});

it("keeps edits elsewhere, and restores the rest", () => {
  fc.assert(
    fc.property(document, document, ({ before, servers: all, after }, other) => {
      const plan = planWrap("Host", fileOf(before + all + after), new Set(), PROGRAM);
      const records = plan.changes.map(({ entry, text }) => ({
        name: entry.name,
        original: entry.text,
        wrapped: text,
      }));
      const wrapped = plannedText(plan);
      const changed = wrapped.slice(before.length, wrapped.length - after.length);
      const edited = `{ "new": ${other.servers}, ${before.slice(before.indexOf('"first"'))}${changed}${after}`;
      const expected = edited.replace(changed, () => all);
      expect(plannedText(planUnwrap("Host", fileOf(edited), new Set(), records))).toBe(expected);
    }),
    { numRuns: scaled(60, 300) },
  );
});

it("restores the exact text of a command whose entry was edited", () => {
  fc.assert(
    fc.property(list(command, "{", "}"), (entry) => {
      const text = `{"servers":{"a":${entry}}}`;
      const plan = planWrap("Host", fileOf(text), new Set(), PROGRAM);
      if (plan.changes.length === 0) return;
      const [change] = plan.changes;
      const record = { name: "a", original: entry, wrapped: change!.text };
      const edit = (it: string): string => `{"edited": [1],${it.slice(1)}`;
      const edited = `{"servers":{"a":${edit(change!.text)}}}`;
      expect(plannedText(planUnwrap("Host", fileOf(edited), new Set(), [record]))).toBe(
        `{"servers":{"a":${edit(entry)}}}`,
      );
    }),
    { numRuns: scaled(100, 500) },
  );
});
