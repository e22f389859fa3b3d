import { createMemoryStore, type Store, StoreFullError } from "../../store/index.js";
import type { StoreWriteOptions } from "../../store/store.js";

/** Short notes that every process can read and be notified of. */
export type NoteStore = Omit<Store, "take">;

const MOST = 100_000;
/** Share of one user, of all unverified users together, and of notes without an owner. */
const MOST_OF_ONE = MOST / 10;
/** Notes dropped at a time, as finding the first element of a large set again and again is slow. */
const AT_ONCE = MOST_OF_ONE / 100;

interface Note {
  readonly value: string;
  readonly expiresAt: number;
  readonly owner: string | undefined;
}

/**
 * Notes in the memory of this process. When an owner's share is full, a new note replaces the oldest ones of the same
 * owner, so that no owner can displace the notes of others. A note is refused only if the shares together have reached
 * the total limit and its owner has no older note to replace.
 */
export function createBoundedStore(now: () => number): NoteStore {
  const { publish, subscribe } = createMemoryStore();
  const notes = new Map<string, Note>();
  /** Oldest first. */
  const shares = new Map<string | undefined, Set<string>>();
  let sweepAt = 1024;

  const remove = (key: string): void => {
    const note = notes.get(key);
    if (note === undefined) return;
    notes.delete(key);
    const share = shares.get(note.owner);
    share?.delete(key);
    if (share?.size === 0) shares.delete(note.owner);
  };

  const live = (key: string): Note | undefined => {
    const note = notes.get(key);
    if (note === undefined || note.expiresAt > now()) return note;
    remove(key);
    return undefined;
  };

  const sweep = (): void => {
    const time = now();
    for (const [key, { expiresAt }] of notes) if (expiresAt <= time) remove(key);
    sweepAt = Math.max(1024, Math.min(notes.size * 2, MOST));
  };

  const makeRoom = (owner: string | undefined): void => {
    // Each time the number has doubled, and before anything is dropped to make room.
    if (notes.size >= sweepAt) sweep();
    const share = shares.get(owner) ?? new Set();
    if (share.size < MOST_OF_ONE && notes.size < MOST) return;
    let left = AT_ONCE;
    for (const oldest of share) {
      if (left-- === 0) break;
      remove(oldest);
    }
    if (notes.size >= MOST) throw new StoreFullError(MOST);
  };

  const write = (key: string, value: string, { ttlMs, owner }: StoreWriteOptions): void => {
    if (live(key) === undefined) makeRoom(owner);
    remove(key);
    notes.set(key, { value, expiresAt: now() + (ttlMs ?? Infinity), owner });
    shares.set(owner, (shares.get(owner) ?? new Set()).add(key));
  };

  return {
    publish,
    subscribe,
    async get(key) {
      return live(key)?.value;
    },
    async put(key, value, options = {}) {
      write(key, value, options);
    },
    async putIfAbsent(key, value, options = {}) {
      if (live(key) !== undefined) return false;
      write(key, value, options);
      return true;
    },
    async delete(key) {
      const existed = live(key) !== undefined;
      remove(key);
      return existed;
    },
  };
}
