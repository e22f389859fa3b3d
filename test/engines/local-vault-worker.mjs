/** Puts names of its own and a shared one, and tells which are in. Arguments: one JSON text. */
import { writeSync } from "node:fs";
import { createLocalVault } from "midcall/vault/file";

const { directory, worker, count } = JSON.parse(process.argv[2]);
const vault = createLocalVault({ directory });
const scope = { principal: "local", server: "invoices" };
for (let n = 0; n < count; n++) {
  const name = `${worker}-${n}`;
  await vault.put({ ...scope, name }, `of ${name}`);
  writeSync(1, `${name}\n`);
  await vault.put({ ...scope, name: "shared" }, `by ${worker} ${n}`);
}
