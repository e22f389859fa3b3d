import { join } from "node:path";
import { createLocalVault } from "midcall/vault/file";
import { withLock } from "../../connect/oauth/vault/lock-file.js";
import type { KeptAnswerView } from "../../console/views/api-types.js";
import { isMembers, type Members } from "../wire/messages.js";

/** How long an answer is kept, in milliseconds. */
export const KEPT_MS = 15 * 60_000;
/** Until an expired answer has been seen to be one, by a desk, it lies there for so long, in milliseconds. */
const SEEN_MS = 24 * 3_600_000;

/** An answer, and until when it may be used, in milliseconds since the epoch. */
export interface KeptAnswer {
  readonly answer: Members;
  readonly until: number;
  /** What it is for, as the user is shown it. */
  readonly shown: Omit<KeptAnswerView, "until">;
  /** The exact message of the question, for the audit. */
  readonly asked: string;
}

/** What becomes of a kept answer, as the audit says it. */
export type KeptEvent = "stored" | "used" | "withdrawn" | "expired";

/** Answers for which nobody waited any more, encrypted in files of the user. Each is used once. */
export interface KeptAnswers {
  put(key: string, kept: KeptAnswer): Promise<void>;
  /** Takes an answer out; `undefined` if there is none. */
  take(key: string): Promise<KeptAnswer | undefined>;
  /** Tells that an answer is kept now, or has reached the call that has come again. */
  record(what: KeptEvent, kept: KeptAnswer): void;
}

/** The same with what the user can do about them. */
export interface KeptAnswerFiles extends Omit<KeptAnswers, "record"> {
  /** Those that can be used, oldest first. */
  list(): Promise<readonly KeptAnswer[]>;
  /** Removes the one that is shown with this id; `undefined`: it was used, or its time is over. */
  remove(id: string): Promise<KeptAnswer | undefined>;
  /** Removes those whose time is over. */
  removeExpired(): Promise<readonly KeptAnswer[]>;
}

/** @param folder - of the bridge, readable by its user only; it exists */
export function createKeptAnswers(folder: string): KeptAnswerFiles {
  const vault = createLocalVault({ directory: join(folder, "answers") });
  const scope = { principal: "local", server: "kept-answers" } as const;
  // Several processes may take the same answer.
  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    withLock(join(folder, "answers.lock"), work);
  const read = async (name: string): Promise<KeptAnswer | undefined> => {
    const text = (await vault.get({ ...scope, name }))?.reveal();
    const kept: unknown = typeof text === "string" ? JSON.parse(text) : undefined;
    return isKept(kept) ? kept : undefined;
  };
  const readAll = async (): Promise<[name: string, kept: KeptAnswer | undefined][]> => {
    const entries = await vault.list(scope);
    return Promise.all(
      entries.map(async ({ name }) => [name, await read(name)] as [string, KeptAnswer | undefined]),
    );
  };
  /** Removes those that are wanted, with what cannot be read. */
  const removeAll = (isWanted: (kept: KeptAnswer) => boolean): Promise<readonly KeptAnswer[]> =>
    alone(async () => {
      const removed: KeptAnswer[] = [];
      for (const [name, kept] of await readAll()) {
        if (kept !== undefined && !isWanted(kept)) continue;
        await vault.delete({ ...scope, name });
        if (kept !== undefined) removed.push(kept);
      }
      return removed;
    });
  return {
    put: (name, kept) =>
      alone(async () => {
        const ttlMs = kept.until - Date.now();
        if (ttlMs > 0)
          await vault.put({ ...scope, name }, JSON.stringify(kept), { ttlMs: ttlMs + SEEN_MS });
      }),
    take: (name) =>
      alone(async () => {
        const kept = await read(name);
        if (kept === undefined || isOver(kept)) return undefined;
        // It is gone before it is used, so that it cannot be used twice.
        await vault.delete({ ...scope, name });
        return kept;
      }),
    async list() {
      const all = (await readAll()).flatMap(([, kept]) => (kept && !isOver(kept) ? [kept] : []));
      return all.toSorted((one, other) => one.until - other.until);
    },
    remove: async (id) => (await removeAll((kept) => kept.shown.id === id && !isOver(kept)))[0],
    removeExpired: () => removeAll(isOver),
  };
}

const isOver = ({ until }: KeptAnswer): boolean => until <= Date.now();

/** The file is the user's own, and sealed: this only finds what another version has written. */
function isKept(value: unknown): value is KeptAnswer {
  if (!isMembers(value) || !isMembers(value["answer"])) return false;
  return typeof value["until"] === "number" && isMembers(value["shown"]);
}
