/** What is in a database after its writers were killed. Arguments: one JSON text; the names come on standard input. */
import { openStore, sqliteEngine } from "./open-store.mjs";

const { engine, place } = JSON.parse(process.argv[2]);
let input = "";
for await (const chunk of process.stdin.setEncoding("utf8")) input += chunk;
const store = await openStore(engine, place);
const wrong = [];
for (const line of input.split("\n").filter(Boolean)) {
  const [kind, name] = line.split(" ");
  const found = await store.get(name);
  if (found !== (kind === "p" ? `value of ${name}` : undefined)) wrong.push(line);
}
await store.close();
const database = new (sqliteEngine(engine))(place);
const { integrity_check: integrity } = database.prepare("PRAGMA integrity_check").get();
database.close();
console.log(JSON.stringify({ wrong, integrity }));
