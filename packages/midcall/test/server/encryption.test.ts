import { describe, expect, it } from "vitest";
import { createBox } from "../../src/internal/aead.js";

const secret = Buffer.alloc(32, 7);
const bound = Buffer.from("bound");
/** What tells the key of a message: it goes along in front. */
const saltOf = (sealed: Buffer): string => sealed.subarray(0, 8).toString("hex");

describe("a box", () => {
  it("takes another key long before there are too many messages under one, and opens all of them", () => {
    const box = createBox(secret, "test", 10);
    const sealed = Array.from({ length: 95 }, (_, n) => box.seal(`message ${n}`, bound));
    const counts = new Map<string, number>();
    for (const message of sealed)
      counts.set(saltOf(message), (counts.get(saltOf(message)) ?? 0) + 1);
    expect([...counts.values()]).toEqual([...Array<number>(9).fill(10), 5]);
    for (const opening of [box, createBox(secret, "test")])
      expect(sealed.map((message) => opening.open(message, bound)?.toString())).toEqual(
        sealed.map((_, n) => `message ${n}`),
      );
  });

  it("has a key of its own in each process that shares a secret", () => {
    const salts = Array.from({ length: 50 }, () =>
      saltOf(createBox(secret, "test").seal("x", bound)),
    );
    expect(new Set(salts).size).toBe(50);
  });

  it("opens nothing of another purpose, another secret, or bound to something else", () => {
    const sealed = createBox(secret, "test").seal("x", bound);
    expect(createBox(secret, "other").open(sealed, bound)).toBeUndefined();
    expect(createBox(Buffer.alloc(32, 8), "test").open(sealed, bound)).toBeUndefined();
    expect(createBox(secret, "test").open(sealed, Buffer.from("other"))).toBeUndefined();
    for (let length = 0; length < sealed.length; length++)
      expect(createBox(secret, "test").open(sealed.subarray(0, length), bound)).toBeUndefined();
  });

  it("opens the messages of more processes than it keeps keys of", () => {
    const box = createBox(secret, "test");
    const many = Array.from({ length: 600 }, (_, n) =>
      createBox(secret, "test").seal(`from ${n}`, bound),
    );
    for (let round = 0; round < 2; round++)
      for (const [n, message] of many.entries())
        expect(box.open(message, bound)?.toString()).toBe(`from ${n}`);
  });
});
