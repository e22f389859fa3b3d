/** Opens a store by its path, as the README does. Arguments: one JSON text. */
import { stat } from "node:fs/promises";
import { openSqliteStore } from "midcall/store/sqlite";

const { path } = JSON.parse(process.argv[2]);
const store = await openSqliteStore(path);
await store.put("k", "v");
const { mode } = await stat(path);
console.log(JSON.stringify({ value: await store.get("k"), mode: (mode & 0o777).toString(8) }));
await store.close();
await store.close();
try {
  await store.get("k");
} catch {
  console.log("closed");
}
