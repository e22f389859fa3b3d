import { unref } from "../../../internal/unref.js";
import { RecordChangedError } from "../../errors.js";
import type { Settings } from "../../options.js";
import { canonicalJson } from "../../state/canonical-json.js";
import { compactState, type CompactState, expandState } from "../../state/codec.js";
import { assertStateSize, mostOfRecord } from "../../state/record-size.js";
import type { FlowState } from "../../state/records.js";
import type { Binding } from "../../state/request-state.js";
import { beside, type Place, type RecordLife, type SealedStore } from "../../state/sealed-store.js";
import type { Sealer } from "../../state/sealer.js";
import { randomName } from "../places/question-slots.js";

/** What is saved of a call: the state it goes on from, or a result that its caller did not get. */
export type SavedState =
  | { readonly state: FlowState; readonly result?: undefined; readonly isLost?: undefined }
  | {
      readonly state?: undefined;
      readonly result: unknown;
      /** The result was too large to be kept. */
      readonly isLost?: boolean;
    };

/** A call that the next identical one continues: by the same user, of the same tool, with the same arguments. */
export interface SavedCall {
  /** Where it is in the store. */
  readonly place: Place;
  load(): Promise<SavedState | undefined>;
  /** Takes the call on; `undefined` while another request works on it. Of several at once, one succeeds. */
  claim(): Promise<Lease | undefined>;
  /** Tells the other requests with the same call that this one continues it. */
  takeOver(): Promise<void>;
  /** Calls the listener when another request takes the call over, or it has changed. Resolves with the end of that. */
  watch(listener: (what: "taken-over" | "changed") => void): Promise<() => Promise<void>>;
}

/** The right to work on a saved call. */
export interface Lease {
  /** @throws LimitError when the state is too large. A result that is too large is not kept, which is noted instead */
  save(saved: SavedState, expiresAt: number): Promise<void>;
  /** The call is over. */
  remove(): Promise<void>;
  /** Does not reject. */
  release(): Promise<void>;
}

/** Which of two requests with the same call came later, by the marks that they leave. Clocks may differ by so much. */
const SKEW_MS = 5_000;
/** How long the mark of a request that continues a call is kept. */
const MARK_MS = 600_000;

/** A process that dies gives up its lease after this time. */
const LEASE_MS = 30_000;

/**
 * The user, or the session of an unknown one, that a call is bound to; `undefined` where neither is known: such a call
 * cannot be told from that of another user.
 */
export function ownerOf(
  { principal, client }: Binding,
  session: string | undefined,
): string | undefined {
  if (principal !== undefined) return canonicalJson(["user", principal, client ?? null]);
  return session === undefined ? undefined : canonicalJson(["session", session]);
}

/** Where a call is saved: the same for identical calls of one user, and for no others. */
export function placeOf({ server, method, params }: Binding, owner: string, sealer: Sealer): Place {
  const { name, uri, arguments: args } = (params ?? {}) as Record<string, unknown>;
  const asked = canonicalJson([name ?? null, uri ?? null, args ?? null]);
  const [newest, ...older] = sealer.names("call", server, owner, method, asked);
  const placeUnder = (named: string): string => `midcall:call:${named}`;
  return [placeUnder(newest), ...older.map(placeUnder)];
}

/**
 * The saved call of a request.
 *
 * @param owner - see {@link ownerOf}
 * @param name - of a request that another replica continues when this one is gone, and then with its lease
 */
export function savedCallOf(
  binding: Binding,
  owner: string,
  store: SealedStore,
  settings: Settings,
  name?: string,
): SavedCall {
  const { sealer, now } = settings;
  const { principal = "" } = binding;
  const place = placeOf(binding, owner, sealer);
  const lease = beside(place, "run");
  const taken = beside(place, "taken");
  const leased: RecordLife = { ttlMs: LEASE_MS, owner: principal };
  const me = name === undefined ? randomName() : `${name}.${randomName()}`;
  /** Whether the request had it at another replica, which has lost the request. */
  const isOwn = (holder: string | undefined): boolean =>
    name !== undefined && holder?.startsWith(`${name}.`) === true;
  let begunAt = 0;

  const mark = (): string => `${begunAt} ${me}`;
  /** Whether whoever has left a mark since continues the call: of several at the same time, the last one does, and only that. */
  const isLater = (left: string): boolean => {
    const [time, name = ""] = left.split(" ");
    const ahead = Number(time) - begunAt;
    return name !== me && (Math.abs(ahead) > SKEW_MS || ahead > 0 || (ahead === 0 && name > me));
  };
  /** The mark that was there when this request began to watch, or was seen last. */
  let seen: string | undefined;
  let hasTaken = false;
  const leaveMark = async (): Promise<void> => {
    hasTaken = true;
    seen = mark();
    await store.put(taken, seen, { ttlMs: MARK_MS, owner: principal });
    await store.tryWake(place);
  };
  const readTaken = (): Promise<string | undefined> =>
    store.get(taken).catch((error: unknown) => {
      // It only orders requests.
      if (error instanceof RecordChangedError) return undefined;
      throw error;
    });
  const look = async (): Promise<"taken-over" | "changed"> => {
    const left = await readTaken();
    if (left === undefined || left === seen) return "changed";
    seen = left;
    if (isLater(left)) return "taken-over";
    // One that came earlier was slower to leave its mark.
    if (hasTaken && left !== mark()) await leaveMark();
    return "changed";
  };

  const load = async (): Promise<SavedState | undefined> => {
    const text = await store.get(place).catch(async (error: unknown) => {
      // What somebody has changed is of no use, and must not be in the way of the next call.
      if (error instanceof RecordChangedError) await store.delete(place);
      throw error;
    });
    if (text === undefined) return undefined;
    const { s, n, r, l, x } = JSON.parse(text) as Saved;
    if (x <= now()) return undefined;
    return s === undefined
      ? { result: r, isLost: l === 1 }
      : { state: { ...expandState(s), expiresAt: x, ...(n !== undefined && { savedAs: n }) } };
  };

  return {
    place,
    load,
    async claim() {
      // A lease that another replica has gone on with is that one's.
      const giveBack = async (): Promise<void> => {
        if ((await store.get(lease)) === me) await store.delete(lease);
      };
      // Once more, as the call stands still until a lease runs out.
      const surelyGiveBack = (): Promise<void> =>
        giveBack().catch(() => giveBack().catch(() => {}));
      const take = async (): Promise<boolean> => {
        if (await store.claim(lease, me, leased)) return true;
        if (!isOwn(await store.get(lease))) return false;
        await store.put(lease, me, leased);
        return true;
      };
      const isMine = await take().catch(async (error: unknown) => {
        // It may be there all the same.
        await surelyGiveBack();
        throw error;
      });
      if (!isMine) return undefined;
      const renew = async (): Promise<void> => {
        const holder = await store.get(lease);
        if (holder === me || holder === undefined) await store.put(lease, me, leased);
      };
      let lastRenewal: Promise<void> = Promise.resolve();
      const renewal = setInterval(() => {
        lastRenewal = renew().catch(() => {
          // Tried again at the next interval. If the lease runs out, steps that are recorded do not run twice.
        });
      }, LEASE_MS / 3);
      unref(renewal);
      const end = async (): Promise<void> => {
        clearInterval(renewal);
        // It would put there again what is given back.
        await lastRenewal;
        await surelyGiveBack();
        await store.tryWake(place);
      };
      return {
        async save(saved, expiresAt) {
          const text = textOf(saved, expiresAt, settings);
          const ttlMs = Math.max(1, expiresAt - now());
          await store.put(place, text, { ttlMs, owner: principal });
        },
        async remove() {
          await store.delete(place);
        },
        release: end,
      };
    },
    takeOver: leaveMark,
    async watch(listener) {
      // Not the clock of the settings: this only orders requests.
      begunAt = performance.timeOrigin + performance.now();
      seen = await readTaken();
      return store.tryOnWake(place, () => {
        look().then(listener, () => {
          // Whoever waits looks again by itself.
          listener("changed");
        });
      });
    },
  };
}

/** A saved call as JSON. */
interface Saved {
  readonly s?: CompactState;
  readonly n?: string | undefined;
  readonly r?: unknown;
  readonly l?: 1;
  /** When it expires, in ms since 1970. */
  readonly x: number;
}

/** @throws LimitError */
function textOf(saved: SavedState, x: number, settings: Settings): string {
  if (saved.state !== undefined) {
    const kept: Saved = { x, s: compactState(saved.state), n: saved.state.savedAs };
    const text = JSON.stringify(kept);
    assertStateSize("What is kept of this call while it waits for the user", text, settings);
    return text;
  }
  const text = JSON.stringify({ x, r: saved.result } satisfies Saved);
  return text.length <= mostOfRecord(settings) ? text : JSON.stringify({ x, l: 1 } satisfies Saved);
}
