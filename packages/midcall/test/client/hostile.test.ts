import fc from "fast-check";
import { accept, createInbox } from "midcall/client";
import { describe, expect, it } from "vitest";
import { color } from "./lab.js";
import { scaled } from "../../../../test/night.js";
import { codePoint } from "../../../../test/code-points.js";

const open = { policy: { burst: 1e9, perServer: 1e9, total: 1e9 }, open: () => {} };
const sendable = new Set(["accept", "decline", "cancel"]);

const UNSAFE = /[\0-\t\v-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSparseArray: true,
});
const almost = fc.record(
  {
    mode: fc.constantFrom("form", "url", undefined, "x"),
    message: fc.oneof(fc.string({ unit: codePoint }), anything),
    requestedSchema: fc.oneof(
      anything,
      fc.record({
        type: fc.constant("object"),
        properties: fc.dictionary(fc.string(), fc.oneof(anything, fc.constant({ type: "string" }))),
        required: fc.oneof(anything, fc.array(fc.string())),
      }),
    ),
    url: fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), anything),
    elicitationId: anything,
  },
  { requiredKeys: [] },
);
/** What can be shown, with a text that is hostile. */
const readable = fc.oneof(
  fc.record({
    message: fc.string({ unit: codePoint, minLength: 1 }),
    requestedSchema: fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(fc.string(), fc.oneof(anything, fc.constant({ type: "string" }))),
    }),
  }),
  fc.record({
    mode: fc.constant("url"),
    message: fc.string({ unit: codePoint, minLength: 1 }),
    url: fc.webUrl({ validSchemes: ["https"], withFragments: true, withQueryParameters: true }),
  }),
);

describe("whatever a server sends", () => {
  it("is shown or ended; nothing throws, and no snapshot has unsafe text", async () => {
    // Collected, not thrown: the inbox swallows what its listener throws.
    const errors: unknown[] = [];
    const inbox = createInbox({ ...open, onError: (error) => errors.push(error) });
    inbox.mount();
    await inbox.ready;
    let shown = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof(almost, anything, readable), async (params) => {
        const result = inbox.handle(params, { server: "A" });
        const [question] = inbox.getSnapshot().showing;
        if (question) {
          shown++;
          expect(question.message).not.toMatch(UNSAFE);
          inbox.respond(question.id, accept({}));
          inbox.respond(question.id, { action: "cancel" });
        }
        expect(sendable.has((await result).action)).toBe(true);
        expect(inbox.getSnapshot().showing).toEqual([]);
        expect(errors).toEqual([]);
      }),
      { numRuns: scaled(400, 3000) },
    );
    expect(shown).toBeGreaterThan(scaled(60, 500));
  });

  it("may have getters and proxies that throw", async () => {
    const errors: unknown[] = [];
    const inbox = createInbox({ ...open, onError: (error) => errors.push(error) });
    inbox.mount();
    // Without a member it would be the empty schema of an approval.
    const trap = new Proxy(
      { type: "object" },
      {
        get: () => {
          throw new Error("boo");
        },
        getOwnPropertyDescriptor: () => {
          throw new Error("boo");
        },
      },
    );
    const getter = {
      message: "m",
      get requestedSchema(): unknown {
        throw new Error("boo");
      },
    };
    for (const params of [trap, getter, { message: "m", requestedSchema: trap }]) {
      const ended = inbox.handle(params, { server: "A" }).then(
        ({ action }) => action,
        () => "rejected",
      );
      expect(await ended).toBe("cancel");
    }
  });
});

describe("1,000 open questions", () => {
  it("give a UI one update per change, in which only one question is new", async () => {
    const inbox = createInbox(open);
    inbox.mount();
    await inbox.ready;
    const known = new Set<object>();
    let updates = 0;
    let objects = 0;
    inbox.subscribe(() => {
      updates++;
      const { showing, waiting } = inbox.getSnapshot();
      for (const question of [...showing, ...waiting]) {
        if (known.has(question)) continue;
        known.add(question);
        objects++;
      }
    });
    for (let nr = 0; nr < 1000; nr++) {
      const server = `S${nr % 10}`;
      void inbox.handle({ message: `${nr}`, requestedSchema: color }, { server });
    }
    expect(inbox.getSnapshot().waiting).toHaveLength(999);
    expect({ updates, objects }).toEqual({ updates: 1000, objects: 1000 });
    while (inbox.getSnapshot().showing.length > 0) {
      const { id } = inbox.getSnapshot().showing[0]!;
      inbox.respond(id, accept({ color: "red" }));
    }
    expect(inbox.getSnapshot()).toMatchObject({ showing: [], waiting: [] });
    expect({ updates, objects }).toEqual({ updates: 2000, objects: 1000 });
  });
});
