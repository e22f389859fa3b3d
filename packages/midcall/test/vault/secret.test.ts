import { inspect, format } from "node:util";
import fc from "fast-check";
import { Secret } from "midcall/vault";
import { describe, expect, it } from "vitest";

const CANARY = "canary-7f3a";
const secrets = {
  "a text": new Secret(CANARY),
  "a record": new Secret({ access_token: CANARY, [`${CANARY}-name`]: "x" }),
};

describe.each(Object.entries(secrets))("a Secret of %s", (_, secret) => {
  it.each<[string, () => unknown]>([
    ["String()", () => String(secret)],
    ["a template", () => `${secret}`],
    ["an addition", () => "" + (secret as unknown as string)],
    ["a join", () => [secret].join()],
    ["JSON", () => JSON.stringify({ secret, list: [secret] })],
    [
      "inspect",
      () => inspect(secret, { showHidden: true, depth: 9, getters: true, showProxy: true }),
    ],
    ["inspect without our say", () => inspect(secret, { customInspect: false, showHidden: true })],
    [
      "inspect of what holds it",
      () => inspect({ deep: { map: new Map([["k", secret]]) } }, { depth: 9 }),
    ],
    ["console's format", () => format("%s %o %O %j %d", secret, secret, secret, secret, secret)],
    ["a structured clone", () => inspect(structuredClone(secret), { showHidden: true })],
    ["a spread", () => inspect({ ...secret })],
    ["an assignment", () => inspect(Object.assign({}, secret), { showHidden: true })],
    ["its keys", () => Reflect.ownKeys(secret).map(String).join()],
    ["its entries", () => Object.entries(Object.getOwnPropertyDescriptors(secret)).join()],
    [
      "for in",
      () => {
        let all = "";
        for (const key in secret) all += key;
        return all;
      },
    ],
    ["an error about it", () => inspect(new Error(`bad ${secret}`, { cause: secret }))],
    [
      "a stack of a failed use",
      () => {
        try {
          secret.use(() => {
            throw new Error("inside");
          });
        } catch (error) {
          return inspect(error);
        }
      },
    ],
    ["Object.prototype.toString", () => Object.prototype.toString.call(secret)],
    ["toLocaleString", () => secret.toLocaleString()],
  ])("does not show in %s", (_, show) => {
    expect(String(show())).not.toContain(CANARY);
  });

  it("says what it is", () => {
    expect([String(secret), inspect(secret), JSON.stringify(secret), `${secret}`]).toEqual([
      "[secret]",
      "[secret]",
      '"[secret]"',
      "[secret]",
    ]);
  });
});

describe("Secret", () => {
  it("gives its value away when asked to", () => {
    expect(secrets["a text"].reveal()).toBe(CANARY);
    expect(secrets["a text"].use((text) => text.length)).toBe(CANARY.length);
    expect(secrets["a record"].reveal().access_token).toBe(CANARY);
  });

  it("holds a copy that nobody can change", () => {
    const given: Record<string, string> = { a: "1" };
    const secret = new Secret(given);
    given.a = "2";
    expect(secret.reveal()).toEqual({ a: "1" });
    expect(() => ((secret.reveal() as Record<string, string>).a = "3")).toThrow(TypeError);
  });

  it("takes any name for a name", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "toString")),
          fc.string(),
        ),
        (record) => {
          expect({ ...new Secret(record).reveal() }).toEqual({ ...record });
          expect(Object.keys(new Secret(record).reveal())).toEqual(Object.keys(record));
        },
      ),
    );
    const tricky = JSON.parse('{"__proto__": "x"}') as Record<string, string>;
    expect(Object.entries(new Secret(tricky).reveal())).toEqual([["__proto__", "x"]]);
  });
});
