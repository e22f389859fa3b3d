import type { RecordLife, SealedStore } from "../../state/sealed-store.js";
import { nameById } from "../../state/sealer.js";
import { MAX_INITIALIZE } from "../sessions/initialize-size.js";
import { persist } from "./replicas/persist.js";

/** What every replica has to know of a session in order to serve it. */
export interface SessionRecord {
  /** The `initialize` request that began it. */
  readonly initialize: unknown;
  /** The user and the client it was opened through; requests of others do not reach it. */
  readonly owner: string;
  /** The user whom the store counts it for, or `""` for one whom nobody knows. */
  readonly user: string;
  /** The name of the service; another one, with the same secret and store, does not serve it. */
  readonly server: string;
}

/** Larger records, which the names of the user and the client would have to make so, are not kept. In characters. */
const MAX_RECORD = 2 * MAX_INITIALIZE;

/** The sessions in the store. */
export interface SessionRecords {
  /** Writes the record of a new session, or extends its life. Returns false where it is too large. */
  put(id: string, record: SessionRecord): Promise<boolean>;
  /** The record; `undefined` for a session that does not exist, has expired or was ended. */
  read(id: string): Promise<SessionRecord | undefined>;
  /** Ends a session for all replicas. */
  end(id: string, user: string): Promise<void>;
  /** Whether a session was ended by any replica. */
  isEnded(id: string): Promise<boolean>;
}

/**
 * Neither an id nor the contents can be read from the store. The mark of an ended session has a
 * key of its own, so that a replica that extends the session's life at the same time does not bring it back.
 *
 * @param ttlMs - how long a session without requests exists
 */
export function createSessionRecords(store: SealedStore, ttlMs: number): SessionRecords {
  const keyOf = (id: string): string => `midcall:session:${nameById(id, "session")}`;
  const endOf = (id: string): string => `${keyOf(id)}:ended`;
  // A store that is away for a moment must not cost an answer that is on its way.
  const isEnded = async (id: string): Promise<boolean> =>
    (await persist(() => store.get(endOf(id)))) !== undefined;
  return {
    async put(id, record) {
      const text = JSON.stringify(record);
      if (text.length > MAX_RECORD) return false;
      const life: RecordLife = { ttlMs, owner: record.user };
      await persist(() => store.put(keyOf(id), text, life));
      return true;
    },
    async read(id) {
      const read = persist(() => store.get(keyOf(id)));
      const [text, ended] = await Promise.all([read, isEnded(id)]);
      return text === undefined || ended ? undefined : (JSON.parse(text) as SessionRecord);
    },
    async end(id, owner) {
      await persist(() => store.put(endOf(id), "ended", { ttlMs: 2 * ttlMs, owner }));
      await store.delete(keyOf(id));
    },
    isEnded,
  };
}
