import type { Buffer } from "node:buffer";
import { createHmac, randomBytes } from "node:crypto";
import { deriveKey } from "../../internal/aead.js";
import { binding, createBox, fromRecord, genuine, KEY_BYTES, toRecord } from "./cipher.js";
import { VaultError } from "../errors.js";
import type { KeyRing } from "./key-ring.js";
import type { VaultStore } from "../vault.js";

/** Derives the names of records, which reveal their purpose only to the holder of the key, and encrypts metadata. */
export interface RootKey {
  /** The key, in the store, of a record of some kind. It does not depend on the key ring. */
  nameOf(kind: string, ...parts: readonly string[]): string;
  seal(text: string, bound: Uint8Array): string;
  /** @throws VaultError `tampered`. */
  open(record: string, bound: Uint8Array): string;
}

/** Loads the root key of a vault, which is random, created once, and stored wrapped with the key ring. */
export interface RootKeys {
  /** @throws VaultError when the key ring cannot unwrap it, or it is missing from a vault that was in use */
  current(): Promise<RootKey>;
  /** Returns the same root key if the store still has it. Restores it in a store that was emptied, or returns the one that others created there. */
  confirm(root: RootKey): Promise<RootKey>;
  /** Wraps the root key with the newest key of the ring, and restores it in a store that has lost it. */
  rewrap(): Promise<void>;
}

export function createRootKeys(store: VaultStore, ring: KeyRing, prefix: string): RootKeys {
  const place = `${prefix}root`;
  /** Marks that a root key was created, so that a vault whose root key is lost is not mistaken for an empty one. */
  const mark = `${prefix}begun`;
  const bound = binding("root", place);
  let held: Promise<{ readonly key: Buffer; readonly root: RootKey }> | undefined;

  /**
   * Returns the root key in the store. If there is none, stores `ours` first.
   *
   * @param ours - The root key this process has loaded before; without it a new one is created, unless there has been one.
   * @throws VaultError `root-lost`
   */
  const settle = async (ours: Buffer | undefined): Promise<Buffer> => {
    const there = await store.get(place);
    if (there !== undefined) {
      const key = ring.unwrap(there, bound);
      // The process that wrote it may have ended before it wrote the marker.
      await store.putIfAbsent(mark, "1");
      return key;
    }
    if (ours === undefined && (await store.get(mark)) !== undefined) {
      // Another process may have created both since the first check.
      if ((await store.get(place)) === undefined)
        throw new VaultError("root-lost", { place, mark });
      return settle(ours);
    }
    const key = ours ?? randomBytes(KEY_BYTES);
    await store.putIfAbsent(place, ring.wrap(key, bound));
    return settle(ours);
  };

  const hold = (
    key: Promise<Buffer>,
  ): Promise<{ readonly key: Buffer; readonly root: RootKey }> => {
    const next = key.then((settled) => ({ key: settled, root: createRootKey(settled, prefix) }));
    held = next;
    // A failure rejects the current calls; the next call tries again.
    next.catch(() => {
      if (held === next) held = undefined;
    });
    return next;
  };

  const load = (): Promise<{ readonly key: Buffer; readonly root: RootKey }> =>
    held ?? hold(settle(undefined));

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
      if (there === undefined) await settle((await load()).key);
      else if (!ring.isCurrent(there)) {
        await store.put(place, ring.wrap(ring.unwrap(there, bound), bound));
      }
    },
  };
}

function createRootKey(key: Buffer, prefix: string): RootKey {
  const naming = deriveKey(key, "midcall", "vault record names v1");
  const sealing = createBox(key, "midcall vault records v2");
  return {
    nameOf(kind, ...parts) {
      const name = createHmac("sha256", naming).update(binding(kind, ...parts));
      return `${prefix}${kind}:${name.digest("base64url")}`;
    },
    seal: (text, bound) => toRecord(sealing.seal(text, bound)),
    open: (record, bound) => genuine(sealing.open(fromRecord(record), bound)).toString("utf8"),
  };
}
