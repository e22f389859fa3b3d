/** Hears so many messages of another process and tells them. Arguments: one JSON text. */
import { openStore } from "./open-store.mjs";

const { engine, place, count } = JSON.parse(process.argv[2]);
const store = await openStore(engine, place, { pollMs: 25 });
const heard = [];
const all = new Promise((resolve) => {
  store
    .subscribe("c", (message) => {
      heard.push(Number(message));
      if (heard.length === count) resolve();
    })
    .then(() => process.stdout.write("ready\n"));
});
// Listening alone keeps no process alive.
const alive = setInterval(() => {}, 1000);
await all;
clearInterval(alive);
await store.close();
process.stdout.write(`${JSON.stringify(heard)}\n`);
