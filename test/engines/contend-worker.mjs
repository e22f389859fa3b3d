/**
 * One of several processes that work on the same few keys at once: puts where there is nothing, takes what is there,
 * and reports both at the end. Arguments: one JSON text.
 */
import { createRandom } from "./random.mjs";
import { openStore } from "./open-store.mjs";

const { engine, place, worker, operations, keys, seed } = JSON.parse(process.argv[2]);
const random = createRandom(seed + worker);
const store = await openStore(engine, place, { synchronous: "normal" });

// All begin at the same moment, when everybody is ready.
process.stdout.write("ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));

const put = [];
const taken = [];
let begun = 0;
const work = async () => {
  while (begun < operations) {
    const number = begun++;
    const key = `k${random(keys)}`;
    if (random(2) === 0) {
      const value = `${worker}.${number}`;
      if (await store.putIfAbsent(key, value)) put.push(value);
    } else {
      const value = await store.take(key);
      if (value !== undefined) taken.push(value);
    }
  }
};
await Promise.all([work(), work(), work(), work()]);
await store.close();
process.stdout.write(`${JSON.stringify({ operations: begun, put, taken })}\n`);
process.stdin.unref();
process.stdin.destroy();
