import { join } from "node:path";
import { createLocalVault } from "midcall/vault/file";
import { withLock } from "../../connect/oauth/vault/lock-file.js";
import { isMembers, type Members } from "../wire/messages.js";

/** How long an answer is kept, in milliseconds. */
export const KEPT_MS = 15 * 60_000;

/** An answer, and until when it may be used, in milliseconds since the epoch. */
export interface KeptAnswer {
  readonly answer: Members;
  readonly until: number;
}

/** Answers for which nobody waited any more, encrypted in files of the user. Each is used once. */
export interface KeptAnswers {
  put(key: string, kept: KeptAnswer): Promise<void>;
  /** Takes an answer out; `undefined` if there is none. */
  take(key: string): Promise<KeptAnswer | undefined>;
}

/** @param folder - of the bridge, readable by its user only; it exists */
export function createKeptAnswers(folder: string): KeptAnswers {
  const vault = createLocalVault({ directory: join(folder, "answers") });
  const scope = { principal: "local", server: "kept-answers" } as const;
  // Several processes may take the same answer.
  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    withLock(join(folder, "answers.lock"), work);
  return {
    put: (name, kept) =>
      alone(async () => {
        const ttlMs = kept.until - Date.now();
        if (ttlMs > 0) await vault.put({ ...scope, name }, JSON.stringify(kept), { ttlMs });
      }),
    take: (name) =>
      alone(async () => {
        const text = (await vault.get({ ...scope, name }))?.reveal();
        if (typeof text !== "string") return undefined;
        // It is gone before it is used, so that it cannot be used twice.
        await vault.delete({ ...scope, name });
        const { answer, until } = JSON.parse(text) as { answer?: unknown; until?: unknown };
        return isMembers(answer) && typeof until === "number" ? { answer, until } : undefined;
      }),
  };
}
