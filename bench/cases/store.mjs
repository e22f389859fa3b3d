/** Store operations on each engine, compared with the engine used directly: the cost of the contract. */
import { compare, engines, value } from "./store-engines.mjs";

const KEYS = 1024;
const key = (turn) => `key ${turn % KEYS}`;

/** @param {string} operation @param {string} engine @param {boolean} quick */
async function measure(operation, engine, quick) {
  const { store, bare, close } = await engines[engine]();
  try {
    for (let turn = 0; turn < KEYS; turn += 1) {
      await store.put(key(turn), value(turn));
      await bare.put(key(turn), value(turn));
    }
    const ways = {
      put: [
        (turn) => store.put(key(turn), value(turn)),
        (turn) => bare.put(key(turn), value(turn)),
      ],
      get: [(turn) => store.get(key(turn)), (turn) => bare.get(key(turn))],
      "put-and-take": [
        async (turn) => {
          await store.put(`own ${turn}`, value(turn));
          if ((await store.take(`own ${turn}`)) === undefined) throw new Error("a value was lost");
        },
        (turn) => bare.putAndTake(`own ${turn}`, value(turn)),
      ],
    };
    const result = await compare(...ways[operation], quick);
    const unit = operation === "put-and-take" ? "pairs/s" : "operations/s";
    return { ...result, unit, note: "512 bytes, 16 at once" };
  } finally {
    await close();
  }
}

const AGAINST = { memory: "Map", sqlite: "better-sqlite3", redis: "redis-client", postgres: "pg" };

export const cases = Object.keys(engines).flatMap((engine) =>
  ["put", "get", "put-and-take"].map((operation) => ({
    id: `store-${engine}-${operation}`,
    against: AGAINST[engine],
    servers: [],
    run: (/** @type {{ quick: boolean }} */ { quick }) => measure(operation, engine, quick),
  })),
);
