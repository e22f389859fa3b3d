import { OptionError } from "../contracts/errors.js";
import { createKeyRing, type VaultKey } from "./keys/key-ring.js";
import {
  fromEnvelopeRecord,
  ofDataKey,
  openEnvelope,
  placeOf,
  sealEnvelope,
  toEnvelopeRecord,
  type Envelope,
} from "./keys/envelope.js";
import { VaultError } from "./errors.js";
import { createNameIndex } from "./records/name-index.js";
import { rewrapAll } from "./keys/rewrap.js";
import { createRootKeys, type RootKey } from "./keys/root-key.js";
import { fromValueText, toValueText } from "./value-text.js";
import type { Vault, VaultEntry, VaultId, VaultScope, VaultStore } from "./vault.js";

/** Options of {@link createVault}. */
export interface VaultOptions {
  /** Where the records lie: any `Store`. Durable, or the secrets are gone with it. */
  readonly store: VaultStore;
  /** What everything is encrypted with: a secret of at least 32 bytes, or a ring of them, newest first. */
  readonly secret: VaultKey;
  /** Put in front of every key of the store. Two vaults with one prefix are one vault. Default `midcall:vault:`. */
  readonly prefix?: string;
  /** The clock, in milliseconds; for tests. Default `Date.now`. */
  readonly now?: () => number;
}

const MAX_PART_LENGTH = 1024;

/**
 * A vault: secrets of people, encrypted before they reach the store. Its first use in a store makes a root record; if that
 * is lost later, the vault refuses with a `VaultError` (`root-lost`), as nothing it holds can be found without it.
 *
 * Each value has a random AES-256-GCM key of its own, which is wrapped with a key derived from `secret`. Both are
 * bound to person, server, name and the key of the store, so that a record put in another's place is refused. The keys of the store are keyed
 * digests: who reads the store learns how many secrets there are, when they were written, and how long they are.
 * Who can write to it can delete records and bring back older ones, but not make or move any.
 *
 * To replace `secret`, first give all processes `[present, next]`, then `[next, present]`, call
 * {@link Vault.rewrap}, and drop the earlier one when nothing has `failed`. This protects what is stored from then on
 * against somebody who learns the earlier secret; a value that was exposed already has to be replaced where it is
 * from.
 *
 * Any number of processes may share a vault. Of two that put the same secret at once the later wins; a put or delete
 * that meets a `rewrap` is never undone by it. A name that was listed once stays in the store, sealed, when its secret
 * is deleted; the value and its key do not.
 *
 * @throws OptionError when an option is unusable.
 *
 * @example
 * ```ts
 * import { openSqliteStore } from "midcall/store/sqlite";
 * import { createVault } from "midcall/vault";
 *
 * const store = await openSqliteStore("vault.db");
 * const vault = createVault({ store, secret: process.env.VAULT_SECRET! });
 * const id = { principal: "alice", server: "invoices", name: "stripe" };
 * await vault.put(id, "sk_live_…", { ttlMs: 30 * 24 * 3600_000 });
 * const key = await vault.get(id); // a Secret; key?.reveal() is the text
 * ```
 */
export function createVault(options: VaultOptions): Vault {
  const { store, secret, prefix = "midcall:vault:", now = Date.now } = options;
  if (typeof store?.putIfAbsent !== "function") {
    throw new OptionError("store must be a store, such as one of midcall/store.");
  }
  if (typeof prefix !== "string") throw new OptionError("prefix must be a text.");
  const ring = createKeyRing(secret);
  const roots = createRootKeys(store, ring, prefix);
  const keyPlace = (keyId: string): string => `${prefix}key:${keyId}`;

  const find = async (root: RootKey, id: VaultId): Promise<Envelope | undefined> => {
    const record = await store.get(placeOf(root, id));
    if (record === undefined) return undefined;
    const envelope = fromEnvelopeRecord(root, id, record);
    return envelope.expiresAt === null || envelope.expiresAt > now() ? envelope : undefined;
  };

  /** For those who replace or delete it: damage is no reason not to. */
  const findKeyId = async (root: RootKey, id: VaultId): Promise<string | undefined> => {
    const record = await store.get(placeOf(root, id));
    try {
      return record === undefined ? undefined : fromEnvelopeRecord(root, id, record).keyId;
    } catch {
      return undefined;
    }
  };

  return {
    async put(given, value, { ttlMs } = {}) {
      const id = checkedId(given);
      const text = toValueText(value);
      if (ttlMs !== undefined && !(Number.isFinite(ttlMs) && ttlMs > 0)) {
        throw new OptionError(
          `ttlMs must be a positive number of milliseconds, not ${String(ttlMs)}.`,
        );
      }
      let root = await roots.current();
      // The name comes first: a crash in between leaves a name without a secret, which no list shows.
      if (!(await createNameIndex(store, root).has(id))) {
        root = await roots.confirm(root);
        await createNameIndex(store, root).add(id);
      }
      const time = now();
      const { envelope, dataKey } = sealEnvelope(
        id,
        text,
        time,
        ttlMs === undefined ? null : time + Math.ceil(ttlMs),
      );
      const replaced = await findKeyId(root, id);
      const dataKeyPlace = keyPlace(envelope.keyId);
      await store.put(dataKeyPlace, ring.wrap(dataKey, ofDataKey(id, dataKeyPlace)), { ttlMs });
      await store.put(placeOf(root, id), toEnvelopeRecord(root, id, envelope), { ttlMs });
      if (replaced !== undefined) await store.delete(keyPlace(replaced));
    },

    async get(given) {
      const id = checkedId(given);
      const root = await roots.current();
      let missing: string | undefined;
      for (;;) {
        const envelope = await find(root, id);
        if (envelope === undefined || envelope.keyId === missing) return undefined;
        const place = keyPlace(envelope.keyId);
        const wrapped = await store.get(place);
        if (wrapped !== undefined) {
          const dataKey = ring.unwrap(wrapped, ofDataKey(id, place));
          return fromValueText(openEnvelope(id, envelope, dataKey));
        }
        // Replaced between the two reads: the next look finds what came instead.
        missing = envelope.keyId;
      }
    },

    async delete(given) {
      const id = checkedId(given);
      const root = await roots.current();
      const keyId = await findKeyId(root, id);
      const existed = await store.delete(placeOf(root, id));
      if (keyId !== undefined) await store.delete(keyPlace(keyId));
      return existed;
    },

    async list(given) {
      const scope = checkedScope(given);
      const root = await roots.current();
      const entries = new Map<string, VaultEntry>();
      for await (const name of createNameIndex(store, root).names(scope)) {
        if (name instanceof VaultError) throw name;
        if (entries.has(name)) continue;
        const envelope = await find(root, { ...scope, name });
        if (envelope === undefined) continue;
        const { createdAt, expiresAt } = envelope;
        entries.set(name, { name, createdAt, ...(expiresAt !== null && { expiresAt }) });
      }
      return [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    },

    async rewrap() {
      await roots.current();
      await roots.rewrap();
      const root = await roots.current();
      const index = createNameIndex(store, root);
      return rewrapAll({ store, ring, index, keyPlace, now, find: (id) => find(root, id) });
    },
  };
}

function checkedScope({ principal, server }: VaultScope): VaultScope {
  return { principal: part("principal", principal), server: part("server", server) };
}

function checkedId(id: VaultId): VaultId {
  return { ...checkedScope(id), name: part("name", id.name) };
}

function part(what: string, text: unknown): string {
  if (typeof text === "string" && text.length > 0 && text.length <= MAX_PART_LENGTH) return text;
  throw new OptionError(`${what} must be a text of 1 to ${MAX_PART_LENGTH} characters.`);
}
