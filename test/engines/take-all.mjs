/** Takes whatever is left under the keys of the contention. Arguments: one JSON text. */
import { openStore } from "./open-store.mjs";

const { engine, place, keys } = JSON.parse(process.argv[2]);
const store = await openStore(engine, place);
const taken = [];
for (let n = 0; n < keys; n++) {
  const value = await store.take(`k${n}`);
  if (value !== undefined) taken.push(value);
}
await store.close();
console.log(JSON.stringify({ operations: keys, put: [], taken }));
