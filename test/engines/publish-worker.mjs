/** Publishes so many messages, with pauses. Arguments: one JSON text. */
import { openStore } from "./open-store.mjs";

const { engine, place, count } = JSON.parse(process.argv[2]);
const store = await openStore(engine, place);
for (let n = 0; n < count; n++) {
  await store.publish("c", `${n} ${Date.now()}`);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 8));
}
await store.close();
