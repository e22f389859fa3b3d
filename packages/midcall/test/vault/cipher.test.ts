import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { binding, decrypt, encrypt, fromRecord, toRecord } from "../../src/vault/keys/cipher.js";
import { openEnvelope, sealEnvelope } from "../../src/vault/keys/envelope.js";
import { createKeyRing } from "../../src/vault/keys/key-ring.js";

const key = Buffer.alloc(32, 7);
const id = { principal: "alice", server: "s", name: "n" };

describe("the cipher of the vault", () => {
  it("never uses a nonce twice", () => {
    const seen = new Set<string>();
    for (let n = 0; n < 5000; n++)
      seen.add(encrypt(key, Buffer.from("same"), binding("same")).subarray(0, 12).toString("hex"));
    expect(seen.size).toBe(5000);
  });

  it("gives every value a key of its own, which alone opens it", () => {
    const sealed = Array.from({ length: 100 }, () => sealEnvelope(id, "same", 1, null));
    expect(new Set(sealed.map(({ dataKey }) => dataKey.toString("hex"))).size).toBe(100);
    expect(new Set(sealed.map(({ envelope }) => envelope.keyId)).size).toBe(100);
    const [first, second] = sealed;
    expect(openEnvelope(id, first!.envelope, first!.dataKey)).toBe("same");
    expect(() => openEnvelope(id, first!.envelope, second!.dataKey)).toThrow(
      /not what the vault wrote/,
    );
  });

  it("binds a value to its id, its key and its times", () => {
    const { envelope, dataKey } = sealEnvelope(id, "value", 1, 2);
    for (const other of [{ principal: "bob" }, { server: "t" }, { name: "m" }])
      expect(() => openEnvelope({ ...id, ...other }, envelope, dataKey)).toThrow();
    for (const other of [{ keyId: "x" }, { createdAt: 2 }, { expiresAt: 3 }, { expiresAt: null }])
      expect(() => openEnvelope(id, { ...envelope, ...other }, dataKey)).toThrow();
  });

  it("binds different things to different bytes", () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom("", '"', ",", "[", "\\", "\u0000", "\ud800"),
    );
    fc.assert(
      fc.property(fc.array(part), fc.array(part), (a, b) => {
        expect(binding(...a).equals(binding(...b))).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
    );
  });

  it("opens what it sealed, for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (plain, bound) => {
        const record = toRecord(encrypt(key, plain, bound));
        expect(new Uint8Array(decrypt(key, fromRecord(record), bound))).toEqual(plain);
      }),
    );
  });

  it("refuses whatever else it is given, without another error", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String().map((text) => `mcv2.${text}`),
        ),
        (record) => {
          expect(() => decrypt(key, fromRecord(record), binding())).toThrow(
            /not what the vault wrote/,
          );
        },
      ),
    );
  });

  it("derives keys for nothing but the vault, and tells rings apart", () => {
    const secret = "a secret for tests, longer than 32 bytes";
    const [a, b] = [createKeyRing(secret), createKeyRing([secret, `${secret}!`])];
    expect(b.unwrap(a.wrap(key, binding("x")), binding("x")).equals(key)).toBe(true);
    expect(() => a.unwrap(a.wrap(key, binding("x")), binding("y"))).toThrow(
      /not what the vault wrote/,
    );
    const other = createKeyRing(`${secret}!`);
    expect(() => a.unwrap(other.wrap(key, binding("x")), binding("x"))).toThrow(
      /No configured key can decrypt/,
    );
    expect([b.isCurrent(a.wrap(key, binding())), b.isCurrent(other.wrap(key, binding()))]).toEqual([
      true,
      false,
    ]);
    expect(createKeyRing(Buffer.from(secret)).isCurrent(a.wrap(key, binding()))).toBe(true);
  });
});
