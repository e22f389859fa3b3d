/**
 * The vault on each engine, compared with the same value in the store directly: the cost of encryption and its records.
 */
import { compare, engines, value } from "./store-engines.mjs";

const NAMES = 256;
const id = (turn) => ({ principal: `user ${turn % 16}`, server: "s", name: `${turn % NAMES}` });
const plainKey = (turn) => `plain ${turn % NAMES}`;

/** @param {"put" | "get"} operation @param {string} engine @param {boolean} quick */
async function measure(operation, engine, quick) {
  const { createVault } = await import("../../packages/midcall/dist/vault/index.js");
  const { store, close } = await engines[engine]();
  try {
    const vault = createVault({ store, secret: new Uint8Array(32).fill(7) });
    for (let turn = 0; turn < NAMES; turn += 1) {
      await vault.put(id(turn), value(turn));
      await store.put(plainKey(turn), value(turn));
    }
    const [ours, theirs] =
      operation === "put"
        ? [
            (turn) => vault.put(id(turn), value(turn)),
            (turn) => store.put(plainKey(turn), value(turn)),
          ]
        : [
            async (turn) => {
              const found = await vault.get(id(turn));
              if (found?.reveal().length !== 512) throw new Error("a secret was lost");
            },
            (turn) => store.get(plainKey(turn)),
          ];
    const result = await compare(ours, theirs, quick);
    return { ...result, unit: "operations/s", note: "512 bytes, 16 at once" };
  } finally {
    await close();
  }
}

export const cases = Object.keys(engines).flatMap((engine) =>
  /** @type {const} */ (["put", "get"]).map((operation) => ({
    id: `vault-${engine}-${operation}`,
    against: "plain-store",
    servers: [],
    run: (/** @type {{ quick: boolean }} */ { quick }) => measure(operation, engine, quick),
  })),
);
