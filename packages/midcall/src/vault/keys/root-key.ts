import { createHmac, randomBytes } from "node:crypto";
import { deriveKey } from "../../internal/aead.js";
import { binding, createBox, fromRecord, genuine, KEY_BYTES, toRecord } from "./cipher.js";
import { VaultError } from "../errors.js";
import type { KeyRing } from "./key-ring.js";
import type { VaultStore } from "../vault.js";

/** Names records so that nobody else can tell what they are for, and seals what is no secret but private. */
export interface RootKey {
  /** The store's key of a record of some kind, the same whatever the ring is. */
  nameOf(kind: string, ...parts: readonly string[]): string;
  seal(text: string, bound: Uint8Array): string;
  /** @throws VaultError `tampered`. */
  open(record: string, bound: Uint8Array): string;
}

/** The root key of a vault: random, made once, kept in the store under the key ring. */
export interface RootKeys {
  /** @throws VaultError when the ring does not open it, or it is gone from a vault that was in use. */
  current(): Promise<RootKey>;
  /** The same root as long as the store still has it: puts it back into an emptied store, or takes up what others put there. */
  confirm(root: RootKey): Promise<RootKey>;
  /** Puts the root under the newest key of the ring, and back into a store that has lost it. */
  rewrap(): Promise<void>;
}

export function createRootKeys(store: VaultStore, ring: KeyRing, prefix: string): RootKeys {
  const place = `${prefix}root`;
  /** Says that there has been a root, for the day it is gone: what was kept under it must not look like nothing. */
  const mark = `${prefix}begun`;
  const bound = binding("root", place);
  let held: Promise<{ readonly key: Buffer; readonly root: RootKey }> | undefined;

  /**
   * The key in the store; where there is none, ours.
   *
   * @param ours A key this vault has had already, or nothing, to make one where there has never been any.
   * @throws VaultError `root-lost`.
   */
  const settle = async (ours: Buffer | undefined): Promise<Buffer> => {
    const there = await store.get(place);
    if (there !== undefined) {
      const key = ring.unwrap(there, bound);
      // Whoever wrote it may have ended before the mark was there.
      await store.putIfAbsent(mark, "1");
      return key;
    }
    if (ours === undefined && (await store.get(mark)) !== undefined) {
      // Others may have made both since the first look.
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
    // A failure is told to whoever asked, and tried again for the next.
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
