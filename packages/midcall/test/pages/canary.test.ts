import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type { PagesOptions } from "midcall/pages";
import { Secret } from "midcall/vault";
import type { Seen } from "./browser.js";
import { asked, createLab, strategies, type Strategy } from "./lab.js";

const CANARY = "sk_canary_5f2a9c";

/** Everything that could be seen of a visit in which the canary is typed, also wrongly, also in vain. */
async function everythingSeen(
  strategy: Strategy,
  leak?: (lab: ReturnType<typeof createLab>) => Partial<PagesOptions>,
): Promise<string> {
  const plain = createLab(strategy);
  const lab = leak ? createLab(strategy, leak(plain)) : plain;
  const seen: unknown[] = [];
  const alice = lab.browserOf("alice");
  const note = (one: Seen): Seen => {
    seen.push(one.body, one.url, [...one.headers]);
    return one;
  };
  const link = await lab.pages.secretLink({
    ...asked(lab),
    name: "stripe",
    schema: {
      type: "object",
      properties: {
        key: { type: "string", minLength: 5, maxLength: 60 },
        hook: { type: "string", format: "uri" },
        limit: { type: "integer", minimum: 1 },
        account: { type: "string" },
      },
      required: ["key", "account"],
    },
    plain: ["account"],
    check: (value) => {
      if (typeof value === "string" || value["account"] === "throws")
        throw new Error(`bad ${inspect(value)}`);
      if (value["account"] === "refused") {
        return { ok: false, field: "key", message: `There is no key ${value["key"]}.` };
      }
      return value["account"] !== "no";
    },
  });
  const page = note(await lab.enter(alice, link));
  const wrong = { f0: CANARY, f1: `https://${CANARY}.example/?k=${CANARY}`, f2: "0" };
  note(await alice.press(page, "save", wrong));
  note(await alice.press(page, "save", { ...wrong, f1: CANARY }));
  note(await alice.press(page, "save", { ...wrong, f2: CANARY }));
  note(await alice.press(page, "save", { ...wrong, proof: "x" }));
  for (const account of ["", "throws", "refused", "no"]) {
    const again = note(await alice.press(page, "save", { ...wrong, f2: "1", f3: account }));
    if (account !== "" && account !== "throws") expect(again.body).toContain(`value="${account}"`);
  }
  note(await alice.send(`${link.url}?key=x`, { method: "DELETE", body: CANARY }));
  const done = note(await alice.press(page, "save", { ...wrong, f2: "1", f3: "mine" }));
  expect(done.title).toBe("Tested and saved");
  note(await alice.press(page, "save", { ...wrong, f2: "1", f3: "mine" }));
  const id = { principal: lab.alice, server: "Invoices", name: "stripe" };
  const kept = await lab.pages.vault.get(id);
  expect(kept?.reveal()).toMatchObject({ key: CANARY, limit: "1", account: "mine" });
  await lab.flushAudit();
  seen.push(
    await link.completed(),
    inspect(link, { depth: 9 }),
    inspect(kept, { depth: 9, showHidden: true }),
    lab.audit.entries(),
    lab.logs,
    alice.trail,
    lab.store.values(),
    process.argv,
    process.title,
  );
  return JSON.stringify(seen);
}

const base64 = Buffer.from(CANARY).toString("base64").slice(0, 14);

describe.each(strategies)("a secret typed into a page, with %s identity", (strategy) => {
  it("is in the ciphertext of the vault and nowhere else", async () => {
    const seen = await everythingSeen(strategy);
    expect(seen.length).toBeGreaterThan(20_000);
    for (const text of [CANARY, base64, Buffer.from(CANARY).toString("hex")]) {
      expect(seen).not.toContain(text);
    }
  });
});

describe("the search for the secret", () => {
  it.each([
    [
      "a vault that writes it down",
      ({ store, vault }: ReturnType<typeof createLab>): Partial<PagesOptions> => ({
        store,
        vault: {
          ...vault,
          async put(id, value, options) {
            await store.put("oops", JSON.stringify(value));
            await vault.put(id, value, options);
          },
          get: () => Promise.resolve(new Secret({ key: CANARY, limit: "1", account: "mine" })),
        },
      }),
    ],
    [
      "a page that repeats it",
      (): Partial<PagesOptions> => ({ messages: { checkFailed: `no: ${CANARY}` } }),
    ],
  ] as const)("finds %s", async (_, leak) => {
    expect(await everythingSeen("custom", leak)).toContain(CANARY);
  });
});
