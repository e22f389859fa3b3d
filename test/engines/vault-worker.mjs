/**
 * One of several processes that share a vault: puts names of its own and a shared one, renews keys in between, and in
 * the end, alone, tells what is in. Arguments: one JSON text.
 */
import { createVault } from "midcall/vault";
import { openStore } from "./open-store.mjs";

const { engine, place, worker, names, tell } = JSON.parse(process.argv[2]);
const store = await openStore(engine, place, { synchronous: "normal" });
const [earlier, next] = [
  "the earlier secret of the test's vault",
  "the next secret of the test's vault",
];
const scope = { principal: "alice", server: "s" };

if (tell) {
  const vault = createVault({ store, secret: [next, earlier] });
  const { failed } = await vault.rewrap();
  const alone = createVault({ store, secret: next });
  const entries = [];
  for (const { name } of await alone.list(scope)) {
    entries.push([name, (await alone.get({ ...scope, name })).reveal()]);
  }
  console.log(JSON.stringify({ failed, entries }));
} else {
  const vault = createVault({ store, secret: worker % 2 ? [next, earlier] : [earlier, next] });
  for (let n = 0; n < names; n++) {
    await vault.put({ ...scope, name: `${worker}.${n}` }, `of ${worker}.${n}`);
    await vault.put({ ...scope, name: "shared" }, `by ${worker}`);
    await vault.put({ principal: `p${worker}`, server: "s", name: `${n}` }, "v");
    if (n % 10 === worker) await vault.rewrap();
    if (!(await vault.get({ ...scope, name: "shared" })))
      throw new Error("the shared one was gone");
  }
}
await store.close();
