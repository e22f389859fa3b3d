/** Publishes so many messages, some of them after a pause. Arguments: one JSON text. */
import { openStore } from "./open-store.mjs";
import { createRandom } from "./random.mjs";

const { engine, place, count, seed } = JSON.parse(process.argv[2]);
const random = createRandom(seed);
const store = await openStore(engine, place);
for (let n = 0; n < count; n++) {
  await store.publish("c", String(n));
  await new Promise((resolve) => setTimeout(resolve, random(8)));
}
await store.close();
