/** The contract on an engine that the tests' own Node does not have: one line of JSON a case. Arguments: one JSON text. */
import { storeContract } from "midcall/store/contract";
import { openStore } from "./open-store.mjs";

const { engine, place } = JSON.parse(process.argv[2]);
let made = 0;
let time = 1_000_000;
const options = { synchronous: "normal", now: () => time };
const places = new Map();
const cases = storeContract({
  create: async () => {
    const own = `${place}-${++made}`;
    const store = await openStore(engine, own, options);
    places.set(store, own);
    return store;
  },
  connect: (store) => openStore(engine, places.get(store), options),
  close: (store) => store.close(),
  elapse: (ms) => void (time += ms),
  timeoutMs: 600_000,
});
for (const { name, run } of cases) {
  const failure = await run().then(
    () => undefined,
    (error) => String(error?.stack ?? error),
  );
  console.log(JSON.stringify({ name, failure }));
}
