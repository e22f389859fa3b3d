import { createHmac, randomBytes } from "node:crypto";
import { binding, decrypt, encrypt, fromRecord, KEY_BYTES, toRecord } from "./cipher.js";
import { subkey, type KeyRing } from "./key-ring.js";
import type { VaultStore } from "./vault.js";

/** Names records so that nobody else can tell what they are for, and seals what is no secret but private. */
export interface Root {
  /** The store's key of a record of some kind, the same whatever the ring is. */
  nameOf(kind: string, ...parts: readonly string[]): string;
  seal(text: string, bound: Uint8Array): string;
  /** @throws VaultError `tampered`. */
  open(record: string, bound: Uint8Array): string;
}

/** The root key of a vault: random, made once, kept in the store under the key ring. */
export interface RootKeeper {
  /** @throws VaultError when the ring does not open it. */
  current(): Promise<Root>;
  /** The same root as long as the store still has it: puts it back into an emptied store, or takes up what others put there. */
  confirm(root: Root): Promise<Root>;
  /** Puts the root under the newest key of the ring. */
  rewrap(): Promise<void>;
}

const BOUND = binding("root");

export function createRootKeeper(store: VaultStore, ring: KeyRing, prefix: string): RootKeeper {
  const place = `${prefix}root`;
  let held: Promise<{ readonly key: Buffer; readonly root: Root }> | undefined;

  /** The key in the store; where there is none, ours. */
  const settle = async (ours: Buffer): Promise<Buffer> => {
    const there = await store.get(place);
    if (there !== undefined) return ring.unwrap(there, BOUND);
    if (await store.putIfAbsent(place, ring.wrap(ours, BOUND))) return ours;
    return settle(ours);
  };

  const hold = (key: Promise<Buffer>): Promise<{ readonly key: Buffer; readonly root: Root }> => {
    const next = key.then((settled) => ({ key: settled, root: createRoot(settled, prefix) }));
    held = next;
    // A failure is told to whoever asked, and tried again for the next.
    next.catch(() => {
      if (held === next) held = undefined;
    });
    return next;
  };

  const load = (): Promise<{ readonly key: Buffer; readonly root: Root }> =>
    held ?? hold(settle(randomBytes(KEY_BYTES)));

  return {
    current: async () => (await load()).root,
    async confirm(root) {
      const { key } = await load();
      const settled = await settle(key);
      if (settled.equals(key)) return root;
      return (await hold(Promise.resolve(settled))).root;
    },
    async rewrap() {
      const there = await store.get(place);
      if (there === undefined || ring.isCurrent(there)) return;
      await store.put(place, ring.wrap(ring.unwrap(there, BOUND), BOUND));
    },
  };
}

function createRoot(key: Buffer, prefix: string): Root {
  const naming = subkey(key, "vault record names v1");
  const sealing = subkey(key, "vault records v1");
  return {
    nameOf(kind, ...parts) {
      const name = createHmac("sha256", naming).update(binding(kind, ...parts));
      return `${prefix}${kind}:${name.digest("base64url")}`;
    },
    seal: (text, bound) => toRecord(encrypt(sealing, Buffer.from(text, "utf8"), bound)),
    open: (record, bound) => decrypt(sealing, fromRecord(record), bound).toString("utf8"),
  };
}
