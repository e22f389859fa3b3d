import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { canonicalJson } from "../../packages/midcall/src/server/state/canonical-json.js";
import { data, edited, turned, twin } from "./data.js";
import { must, target, thrownBy, type FuzzTarget } from "./fuzz-target.js";

type Write = (data: unknown) => string;

interface CanonicalInput {
  readonly one: unknown;
  readonly other: unknown;
  readonly at: number;
  readonly depth: number;
}

/** The text is JSON for the same data; different data has different text, whatever the order of keys. */
export const canonical: FuzzTarget = target<CanonicalInput, Write>({
  name: "canonical",
  tried: "pairs of data, written as canonical JSON",
  runs: [300, 150_000],
  subject: canonicalJson,
  input: fc.record({
    one: data,
    other: data,
    at: fc.nat(12),
    depth: fc.oneof({ weight: 20, arbitrary: fc.constant(0) }, fc.nat(3000)),
  }),
  check({ one, other, at, depth }, write) {
    const text = write(one);
    const read = JSON.parse(text) as unknown;
    must(isDeepStrictEqual(read, one), "Reading what was written gives other data.");
    must(write(read) === text, "Written again, it is another text.");
    must(write(turned(one)) === text, "The order of keys makes a difference.");
    for (const second of [other, edited(one, at, () => other), edited(one, at, twin)]) {
      must(
        (write(second) === text) === isDeepStrictEqual(second, one),
        `Other data has the same text, or the same data another: ${text}`,
      );
    }
    // Depth ends in the one error that callers know, never in a full stack.
    let deep: unknown = one;
    for (let level = 0; level < depth; level++) deep = level % 2 ? [deep] : { a: deep };
    const error = thrownBy(() => write(deep));
    if (depth < 500) must(error === undefined, "Refuses data that is not deep.");
    else if (error !== undefined) must(/levels deep/.test(String(error)), String(error));
  },
});
