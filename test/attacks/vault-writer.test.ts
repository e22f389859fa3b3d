import { createMemoryStore } from "midcall/store";
import { createVault, type Vault } from "midcall/vault";
import { createLocalVault } from "midcall/vault/file";
import { mkdtemp, readdir, readFile, rm, unlink } from "node:fs/promises";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStore, type OpenStore } from "./open-store.js";
import { tally } from "./tally.js";

const SECRET = "a secret of at least thirty-two bytes, for vaults";
const ALICE = { principal: "alice", server: "shop", name: "stripe" };
const vaultOn = (store: OpenStore, prefix?: string): Vault =>
  createVault({ store, secret: SECRET, ...(prefix !== undefined && { prefix }) });
const LOST = { code: "ERR_MIDCALL_VAULT", reason: "root-lost" };

it("refuses, and begins nothing anew, when its root record is gone", async () => {
  const store = openStore();
  await vaultOn(store).put(ALICE, "sk_live_1");
  const root = (await store.get("midcall:vault:root"))!;
  await store.delete("midcall:vault:root");
  const before = await store.records();
  const uses: ((vault: Vault) => Promise<unknown>)[] = [
    (vault) => vault.get(ALICE),
    (vault) => vault.put(ALICE, "sk_live_2"),
    (vault) => vault.delete(ALICE),
    (vault) => vault.list(ALICE),
    (vault) => vault.rewrap(),
  ];
  for (const use of uses) {
    const refusal = await use(vaultOn(store)).then(
      () => undefined,
      (error: unknown) => error as Error,
    );
    expect(refusal).toMatchObject(LOST);
    expect(refusal?.message).toMatch(
      /"midcall:vault:root", is missing.*backup.*"midcall:vault:begun"/,
    );
  }
  expect(await store.records()).toEqual(before);
  // Back from a backup, everything is there.
  await store.put("midcall:vault:root", root);
  expect((await vaultOn(store).get(ALICE))?.reveal()).toBe("sk_live_1");
  // And whoever wants to begin anew says so.
  await store.delete("midcall:vault:root");
  await store.delete("midcall:vault:begun");
  expect(await vaultOn(store).get(ALICE)).toBeUndefined();
  tally("uses of a vault whose root is gone", uses.length);
});

it("puts its root back while a process still has it", async () => {
  for (const use of [
    (vault: Vault) => vault.put({ ...ALICE, name: "new" }, "x"),
    (vault: Vault) => vault.rewrap(),
  ]) {
    const store = openStore();
    const vault = vaultOn(store);
    await vault.put(ALICE, "sk_live_1");
    await store.delete("midcall:vault:root");
    await use(vault);
    expect((await vaultOn(store).get(ALICE))?.reveal()).toBe("sk_live_1");
  }
});

it("starts in many processes at once, and after a start that was broken off", async () => {
  const store = openStore();
  await Promise.all(Array.from({ length: 20 }, (_, n) => vaultOn(store).put(ALICE, `value ${n}`)));
  expect((await vaultOn(store).get(ALICE))?.reveal()).toMatch(/^value /);
  // Broken off between the root and the mark that there is one.
  await store.delete("midcall:vault:begun");
  expect((await vaultOn(store).get(ALICE))?.reveal()).toMatch(/^value /);
  await store.delete("midcall:vault:root");
  await expect(vaultOn(store).get(ALICE)).rejects.toMatchObject(LOST);
});

it("refuses as a vault in files as well", async () => {
  const directory = await mkdtemp(join(tmpdir(), "midcall-root-"));
  try {
    await createLocalVault({ directory }).put(ALICE, "sk_live_1");
    const fileOf = (key: string): string =>
      join(directory, "records", `${createHash("sha256").update(key).digest("hex")}.record`);
    await readFile(fileOf("midcall:vault:root"));
    await unlink(fileOf("midcall:vault:root"));
    const before = await readdir(join(directory, "records"));
    await expect(createLocalVault({ directory }).get(ALICE)).rejects.toMatchObject(LOST);
    expect(await readdir(join(directory, "records"))).toEqual(before);
  } finally {
    await rm(directory, { recursive: true });
  }
});

it("opens nothing of another vault under the same secret, whatever is copied from it", async () => {
  const store = openStore(createMemoryStore());
  const [theirs, ours] = ["theirs:", "ours:"] as const;
  await vaultOn(store, theirs).put(ALICE, "theirs");
  await vaultOn(store, ours).put(ALICE, "ours");
  const records = await store.records();
  let copied = 0;
  for (const [key, value] of records) {
    if (!key.startsWith(theirs)) continue;
    await store.put(ours + key.slice(theirs.length), value);
    copied += 1;
  }
  const seen = await vaultOn(store, ours)
    .get(ALICE)
    .then((secret) => secret?.reveal())
    .catch((error: { code: string }) => error.code);
  expect(["ours", "ERR_MIDCALL_VAULT"]).toContain(seen);
  await expect(vaultOn(store, ours).list(ALICE)).rejects.toMatchObject({
    code: "ERR_MIDCALL_VAULT",
  });
  tally("records copied from another vault", copied);
});
