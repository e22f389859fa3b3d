/**
 * One of several processes that work on the same few keys at once: puts where there is nothing, takes what is there,
 * and reports both at the end. Arguments: one JSON text.
 */
import { openStore } from "./open-store.mjs";

const { engine, place, worker, operations, keys, fault } = JSON.parse(process.argv[2]);
const store = await openStore(engine, place, { synchronous: "normal" });
if (fault === "take in two steps") {
  store.take = async (key) => {
    const value = await store.get(key);
    await store.delete(key);
    return value;
  };
}
if (fault === "put in two steps") {
  store.putIfAbsent = async (key, value) => {
    if ((await store.get(key)) !== undefined) return false;
    await store.put(key, value);
    return true;
  };
}

// All begin at the same moment, when everybody is ready.
process.stdout.write("ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));

const put = [];
const taken = [];
let begun = 0;
const work = async () => {
  while (begun < operations) {
    const number = begun++;
    const key = `k${Math.floor(Math.random() * keys)}`;
    if (Math.random() < 0.5) {
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
