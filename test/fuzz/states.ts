import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { createSealer } from "../../packages/midcall/src/server/state/sealer.js";
import {
  type Binding,
  openState,
  sealState,
} from "../../packages/midcall/src/server/state/request-state.js";
import { firstState } from "../../packages/midcall/src/server/state/records.js";
import type { Settings } from "../../packages/midcall/src/server/options.js";
import { data, edited, turned, twin } from "./data.js";
import { must, target, thrownBy, type FuzzTarget } from "./fuzz-target.js";
import { codePoint } from "../code-points.js";

const SECRET = "a secret of these tests, long enough";
const TTL_MS = 600_000;
const START = 1_800_000_000_000;

let now = START;
/** The part of a server's settings that sealing a state takes. */
const settings = {
  sealer: createSealer(SECRET),
  now: () => now,
  stateTtlMs: TTL_MS,
  limits: { stateBytes: 128 * 1024 },
} as unknown as Settings;

/** Whom a state is for, and what request. */
export interface Bound {
  readonly principal?: string;
  readonly client?: string;
  readonly method: string;
  readonly name?: unknown;
  readonly uri?: unknown;
  readonly args?: unknown;
}

const word = fc.constantFrom(
  "a",
  "b",
  "a ",
  "A",
  "",
  "null",
  "a\0",
  "\u00e9",
  "e\u0301",
  "1",
  '","',
);
const bound: fc.Arbitrary<Bound> = fc.record(
  {
    principal: word,
    client: word,
    method: fc.constantFrom("tools/call", "prompts/get", "resources/read"),
    name: word,
    uri: word,
    args: fc.dictionary(word, data, { maxKeys: 3, noNullPrototype: true }),
  },
  { requiredKeys: ["method"] },
);

interface StateInput {
  readonly mine: Bound;
  /** What differs in the other request, which may be nothing. */
  readonly change: Partial<Bound>;
  readonly wait: number;
  readonly text: string;
}

export interface States {
  seal(bound: Bound): string;
  open(sealed: string, bound: Bound): unknown;
}

const binding = ({ principal, client, method, name, uri, args }: Bound): Binding =>
  ({ principal, client, method, params: { name, uri, arguments: args } }) as Binding;

export const states: States = {
  seal: (of) => sealState({ ...firstState(), flow: "flow" }, binding(of), settings),
  open: (sealed, of) => openState(sealed, binding(of), settings),
};

/** A missing value and `undefined` are the same to JSON; a missing argument and null are to a request. */
const facts = ({ principal, client, method, name, uri, args }: Bound): unknown[] => [
  principal,
  client,
  method,
  name ?? null,
  uri ?? null,
  args ?? null,
];

/** A state opens for the person, client and request it was sealed for, until it expires, and for nothing else. */
export const stateOpening: FuzzTarget = target<StateInput, States>({
  name: "states",
  tried: "states brought to other people, clients and requests",
  runs: [4000, 100_000],
  subject: states,
  input: bound.chain((mine) =>
    fc.record({
      mine: fc.constant(mine),
      change: fc.oneof(
        bound,
        bound.chain((other) =>
          fc.subarray(Object.entries(other), { minLength: 1 }).map(Object.fromEntries),
        ),
        fc.nat(8).map((at) => ({ args: edited(mine.args ?? {}, at + 1, twin) })),
        fc
          .tuple(fc.nat(8), data)
          .map(([at, other]) => ({ args: edited(mine.args ?? {}, at + 1, () => other) })),
      ),
      wait: fc.oneof(fc.constant(0), fc.constantFrom(TTL_MS - 1, TTL_MS, TTL_MS + 1, 10 * TTL_MS)),
      text: fc.oneof(
        fc.string({ unit: codePoint, maxLength: 40 }),
        fc.base64String({ maxLength: 100 }).map((text) => `mc1.${text}`),
      ),
    }),
  ),
  check({ mine, change, wait, text }, subject) {
    now = START;
    const sealed = subject.seal(mine);
    must(
      thrownBy(() => subject.open(sealed, { ...mine, args: turned(mine.args) })) === undefined,
      "A state does not open where it belongs.",
    );
    const theirs = { ...mine, ...change };
    const same = isDeepStrictEqual(facts(mine), facts(theirs));
    now = START + wait;
    const error = thrownBy(() => subject.open(sealed, theirs));
    now = START;
    if (same && wait <= TTL_MS) must(error === undefined, "A state does not open in its time.");
    else refused(error, same ? "after its time" : "for another person, client or request");
    refused(
      thrownBy(() => subject.open(text, mine)),
      "that nobody sealed",
    );
  },
});

function refused(error: unknown, what: string): void {
  must(error !== undefined, `Opens a state ${what}.`);
  must(
    (error as { code?: unknown }).code === "ERR_MIDCALL_STATE",
    `A state ${what} is refused by an accident: ${String(error)}`,
  );
}
