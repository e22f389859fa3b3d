import { OptionError } from "../contracts/errors.js";
import { assertOptions } from "../internal/assert-options.js";
import { describeValue } from "../internal/describe-value.js";
import type { SecretKey } from "../internal/read-secrets.js";
import { createKeyRing } from "./keys/key-ring.js";
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
import type {
  Vault,
  VaultEntry,
  VaultId,
  VaultScope,
  VaultStore,
  VaultWriteOptions,
} from "./vault.js";

/** Options of {@link createVault}. */
export interface VaultOptions {
  /** Where the records are stored: any `Store`. Use a durable one, or the secrets are lost with it. */
  readonly store: VaultStore;
  /** The key everything is encrypted with: at least 32 bytes; or a list of such keys (a key ring), newest first. */
  readonly secret: SecretKey;
  /** Prepended to every key in the store. Two vaults with the same store and prefix are the same vault. Default `midcall:vault:`. */
  readonly prefix?: string;
  /** The clock, in milliseconds; for tests. Default `Date.now`. */
  readonly now?: () => number;
}

const MAX_PART_LENGTH = 1024;

/**
 * Creates a vault: the secrets of users, encrypted before they reach the store. The first use in a store creates a root
 * record. If that record is lost later, the vault throws a `VaultError` (`root-lost`), because none of its secrets can be
 * found without it.
 *
 * Each value is encrypted with its own random AES-256-GCM key, which is wrapped with a key derived from `secret`. Both
 * are bound to the user, the server, the name and the key in the store, so a record moved to another place is rejected.
 * Keys in the store are keyed digests: an attacker who can read the store learns how many secrets there are, when they
 * were written, and how long they are. An attacker who can write to it can delete records and restore older ones, but
 * cannot create or move any.
 *
 * To replace `secret`, first configure `[current, next]` in all processes, then `[next, current]`; call
 * {@link Vault.rewrap}, and remove the old key when nothing has `failed`. From then on, the old key is of no use to an
 * attacker who can read the store. A secret that has already been exposed must be replaced at its service.
 *
 * Any number of processes can share a vault. Of two that put the same secret at once, the later wins; `rewrap` never
 * undoes a concurrent put or delete. When a secret is deleted, its value and key are removed from the store, but its name
 * stays, encrypted.
 *
 * @throws OptionError when an option is unusable
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
 * const key = await vault.get(id); // a Secret; key?.reveal() is the string
 * ```
 */
export function createVault(options: VaultOptions): Vault {
  assertOptions<VaultOptions>("createVault", options, {
    store: "object",
    secret: "any",
    prefix: "any",
    now: "function",
  });
  const { store, secret, prefix = "midcall:vault:", now = Date.now } = options;
  if (typeof store?.putIfAbsent !== "function") {
    throw new OptionError(
      "store must be a Store, such as the one of createMemoryStore or openSqliteStore.",
    );
  }
  if (typeof prefix !== "string")
    throw new OptionError(`prefix must be a string, not ${typeof prefix}.`);
  const ring = createKeyRing(secret);
  const roots = createRootKeys(store, ring, prefix);
  const dataKeyPlace = (keyId: string): string => `${prefix}key:${keyId}`;

  const find = async (root: RootKey, id: VaultId): Promise<Envelope | undefined> => {
    const place = placeOf(root, id);
    const record = await store.get(place);
    if (record === undefined) return undefined;
    const envelope = fromEnvelopeRecord(root, id, place, record);
    return envelope.expiresAt === null || envelope.expiresAt > now() ? envelope : undefined;
  };

  /** The id of a secret's data key, for replacing and deleting it, which a damaged record must not prevent. */
  const findKeyId = async (
    root: RootKey,
    id: VaultId,
    place: string,
  ): Promise<string | undefined> => {
    const record = await store.get(place);
    try {
      return record === undefined ? undefined : fromEnvelopeRecord(root, id, place, record).keyId;
    } catch {
      return undefined;
    }
  };

  return {
    async put(given, value, options = {}) {
      assertOptions<VaultWriteOptions>("vault.put", options, { ttlMs: "any" });
      const { ttlMs } = options;
      const id = checkedId(given);
      const text = toValueText(value);
      if (ttlMs !== undefined && !(Number.isFinite(ttlMs) && ttlMs > 0)) {
        throw new OptionError(
          `ttlMs must be a positive number of milliseconds, not ${describeValue(ttlMs)}.`,
        );
      }
      let root = await roots.current();
      let place = placeOf(root, id);
      let replaced = await findKeyId(root, id, place);
      // The name is written first: after a crash in between there is a name without a secret, which `list` omits.
      // A secret that is replaced has its name there already.
      if (replaced === undefined && !(await createNameIndex(store, root).has(id))) {
        root = await roots.confirm(root);
        await createNameIndex(store, root).add(id);
        place = placeOf(root, id);
        replaced = await findKeyId(root, id, place);
      }
      const time = now();
      const { envelope, dataKey } = sealEnvelope(
        id,
        text,
        time,
        ttlMs === undefined ? null : time + Math.ceil(ttlMs),
      );
      const keyPlace = dataKeyPlace(envelope.keyId);
      const life = { ttlMs, owner: id.principal };
      await store.put(keyPlace, ring.wrap(dataKey, ofDataKey(id, keyPlace)), life);
      await store.put(place, toEnvelopeRecord(root, id, place, envelope), life);
      if (replaced !== undefined) await store.delete(dataKeyPlace(replaced));
    },

    async get(given) {
      const id = checkedId(given);
      const root = await roots.current();
      let missing: string | undefined;
      for (;;) {
        const envelope = await find(root, id);
        if (envelope === undefined || envelope.keyId === missing) return undefined;
        const place = dataKeyPlace(envelope.keyId);
        const wrapped = await store.get(place);
        if (wrapped !== undefined) {
          const dataKey = ring.unwrap(wrapped, ofDataKey(id, place));
          return fromValueText(openEnvelope(id, envelope, dataKey));
        }
        // Replaced between the two reads: the next attempt finds the new value.
        missing = envelope.keyId;
      }
    },

    async delete(given) {
      const id = checkedId(given);
      const root = await roots.current();
      const place = placeOf(root, id);
      const keyId = await findKeyId(root, id, place);
      const existed = await store.delete(place);
      if (keyId !== undefined) await store.delete(dataKeyPlace(keyId));
      return existed;
    },

    async list(given) {
      const scope = checkedScope(given);
      const root = await roots.current();
      const entries = new Map<string, VaultEntry>();
      for await (const name of createNameIndex(store, root).names(scope)) {
        if (name instanceof VaultError) throw name;
        if (entries.has(name)) continue;
        const envelope = await find(root, { name, ...scope });
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
      return rewrapAll({ store, ring, index, dataKeyPlace, now, find: (id) => find(root, id) });
    },
  };
}

function checkedScope({ principal, server }: VaultScope): VaultScope {
  return { principal: part("principal", principal), server: part("server", server) };
}

function checkedId(id: VaultId): VaultId {
  const { principal, server } = checkedScope(id);
  return { principal, server, name: part("name", id.name) };
}

function part(what: string, text: unknown): string {
  if (typeof text === "string" && text.length > 0 && text.length <= MAX_PART_LENGTH) return text;
  throw new OptionError(`${what} must be a string of 1 to ${MAX_PART_LENGTH} characters.`);
}
