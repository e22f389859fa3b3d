import { ofDataKey, type Envelope } from "./envelope.js";
import type { NameIndex } from "../records/name-index.js";
import type { KeyRing } from "./key-ring.js";
import { VaultError } from "../errors.js";
import type { RewrapResult, VaultId, VaultStore } from "../vault.js";

/** What {@link rewrapAll} works on. */
export interface RewrapServices {
  readonly store: VaultStore;
  readonly ring: KeyRing;
  readonly index: NameIndex;
  readonly dataKeyPlace: (keyId: string) => string;
  readonly now: () => number;
  readonly find: (id: VaultId) => Promise<Envelope | undefined>;
}

type RewrapOutcome = keyof RewrapResult | "gone";

/** Wraps the data key of every secret in the index with the newest key of the ring. */
export async function rewrapAll(work: RewrapServices): Promise<RewrapResult> {
  const counts = { rewrapped: 0, current: 0, failed: 0, gone: 0 };
  const scopes = new Set<string>();
  for await (const scope of work.index.scopes()) {
    if (scope instanceof VaultError) {
      counts.failed += 1;
      continue;
    }
    const known = scopes.size;
    if (scopes.add(JSON.stringify([scope.principal, scope.server])).size === known) continue;
    const names = new Set<string>();
    for await (const name of work.index.names(scope)) {
      if (name instanceof VaultError) counts.failed += 1;
      else if (!names.has(name)) counts[await rewrapOne({ ...scope, name }, work)] += 1;
      if (typeof name === "string") names.add(name);
    }
  }
  return { rewrapped: counts.rewrapped, current: counts.current, failed: counts.failed };
}

async function rewrapOne(id: VaultId, work: RewrapServices): Promise<RewrapOutcome> {
  const { store, ring, dataKeyPlace, now, find } = work;
  try {
    const envelope = await find(id);
    if (envelope === undefined) return "gone";
    const { keyId, expiresAt } = envelope;
    const place = dataKeyPlace(keyId);
    const wrapped = await store.get(place);
    if (wrapped === undefined) return "gone";
    const dataKey = ring.unwrap(wrapped, ofDataKey(id, place));
    if (ring.isCurrent(wrapped)) return "current";
    const ttlMs = expiresAt === null ? undefined : Math.max(1, expiresAt - now());
    await store.put(place, ring.wrap(dataKey, ofDataKey(id, place)), {
      ttlMs,
      owner: id.principal,
    });
    // Replaced or deleted in the meantime: this data key is no longer needed.
    if ((await find(id))?.keyId !== keyId) await store.delete(place);
    return "rewrapped";
  } catch (error) {
    if (error instanceof VaultError) return "failed";
    throw error;
  }
}
