import { unref } from "../../../internal/unref.js";
import type { Store } from "../../../store/index.js";
import type { Settings } from "../../options.js";
import { canonicalJson } from "../../state/canonical-json.js";
import { compactState, type CompactState, expandState } from "../../state/codec.js";
import type { FlowState } from "../../state/records.js";
import type { Binding } from "../../state/request-state.js";
import type { Sealer } from "../../state/sealer.js";
import { randomName } from "../places/question-slots.js";

/** What is saved of a call: the state it goes on from, or a result that its caller did not get. */
export type SavedState =
  | { readonly state: FlowState; readonly result?: undefined }
  | { readonly state?: undefined; readonly result: unknown };

/** A call that the next identical one continues: by the same user, of the same tool, with the same arguments. */
export interface SavedCall {
  /** Where it is in the store. */
  readonly place: string;
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
  save(saved: SavedState, expiresAt: number): Promise<void>;
  /** The call is over. */
  remove(): Promise<void>;
  release(): Promise<void>;
}

/** Which of two requests with the same call came later, by the marks that they publish. Clocks may differ by so much. */
const SKEW_MS = 5_000;

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
export function placeOf(
  { server, method, params }: Binding,
  owner: string,
  sealer: Sealer,
): string {
  const { name, uri, arguments: args } = (params ?? {}) as Record<string, unknown>;
  const asked = canonicalJson([name ?? null, uri ?? null, args ?? null]);
  return `midcall:call:${sealer.name("call", server, owner, method, asked)}`;
}

/**
 * The saved call of a request.
 *
 * @param owner - see {@link ownerOf}
 */
export function savedCallOf(
  binding: Binding,
  owner: string,
  store: Store,
  { sealer, now }: Settings,
): SavedCall {
  const { principal = "" } = binding;
  const place = placeOf(binding, owner, sealer);
  const lease = `${place}:run`;
  const me = randomName();
  let begunAt = 0;

  /** Whether the sender of a mark continues the call: of several at the same time, the last one does, and only that. */
  const isLater = (mark: string): boolean => {
    const [time, name = ""] = mark.split(" ");
    const ahead = Number(time) - begunAt;
    return name !== me && (Math.abs(ahead) > SKEW_MS || ahead > 0 || (ahead === 0 && name > me));
  };

  const load = async (): Promise<SavedState | undefined> => {
    const sealed = await store.get(place);
    if (sealed === undefined) return undefined;
    const { s, r, x } = JSON.parse(sealer.open(sealed, place)) as Saved;
    if (x <= now()) return undefined;
    return s === undefined ? { result: r } : { state: { ...expandState(s), expiresAt: x } };
  };

  return {
    place,
    load,
    async claim() {
      if (!(await store.putIfAbsent(lease, me, { ttlMs: LEASE_MS, owner: principal })))
        return undefined;
      const renewal = setInterval(() => {
        store.put(lease, me, { ttlMs: LEASE_MS, owner: principal }).catch(() => {
          // Tried again at the next interval. If the lease runs out, steps that are recorded do not run twice.
        });
      }, LEASE_MS / 3);
      unref(renewal);
      const end = async (): Promise<void> => {
        clearInterval(renewal);
        await store.delete(lease);
        await store.publish(place, "changed");
      };
      return {
        async save({ state, result }, expiresAt) {
          const saved: Saved = {
            x: expiresAt,
            ...(state === undefined ? { r: result } : { s: compactState(state) }),
          };
          const ttlMs = Math.max(1, expiresAt - now());
          const sealed = sealer.seal(JSON.stringify(saved), place);
          await store.put(place, sealed, { ttlMs, owner: principal });
        },
        async remove() {
          await store.delete(place);
        },
        release: end,
      };
    },
    async takeOver() {
      await store.publish(place, `${begunAt} ${me}`);
    },
    watch(listener) {
      // Not the clock of the settings: this only orders requests.
      begunAt = performance.timeOrigin + performance.now();
      return store.subscribe(place, (message) => {
        if (message === "changed") listener("changed");
        else if (isLater(message)) listener("taken-over");
      });
    },
  };
}

/** A saved call as JSON. */
interface Saved {
  readonly s?: CompactState;
  readonly r?: unknown;
  /** When it expires, in ms since 1970. */
  readonly x: number;
}
