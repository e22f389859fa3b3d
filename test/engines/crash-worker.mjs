/**
 * Writes until it is killed, and says what was acknowledged, line by line: `p NAME` for a put, `t NAME` for a take.
 * Every other name is taken again later. Arguments: one JSON text.
 */
import { writeSync } from "node:fs";
import { openStore } from "./open-store.mjs";

const { engine, place, worker } = JSON.parse(process.argv[2]);
const store = await openStore(engine, place);
for (let n = 0; ; n++) {
  await new Promise(setImmediate);
  const name = `${worker}.${n}`;
  await store.put(name, `value of ${name}`);
  writeSync(1, `p ${name}\n`);
  if (n >= 4 && n % 2 === 0) {
    const earlier = `${worker}.${n - 4}`;
    await store.take(earlier);
    writeSync(1, `t ${earlier}\n`);
  }
}
