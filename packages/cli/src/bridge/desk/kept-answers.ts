import { join } from "node:path";
import { createLocalVault } from "midcall/vault/file";
import { withLock } from "../../connect/oauth/vault/lock-file.js";
import { isMembers, type Members } from "../wire/messages.js";

/** How long an answer is kept, in milliseconds. */
export const KEPT_MS = 15 * 60_000;

/** Answers for which nobody waited any more, encrypted in files of the user. Each is used once. */
export interface KeptAnswers {
  put(key: string, answer: Members): Promise<void>;
  /** Takes an answer out; `undefined` if there is none. */
  take(key: string): Promise<Members | undefined>;
}

/** @param folder - of the bridge, readable by its user only; it exists */
export function createKeptAnswers(folder: string): KeptAnswers {
  const vault = createLocalVault({ directory: join(folder, "answers") });
  const scope = { principal: "local", server: "kept-answers" } as const;
  // Several processes may take the same answer.
  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    withLock(join(folder, "answers.lock"), work);
  return {
    put: (name, answer) =>
      alone(() => vault.put({ ...scope, name }, JSON.stringify(answer), { ttlMs: KEPT_MS })),
    take: (name) =>
      alone(async () => {
        const text = (await vault.get({ ...scope, name }))?.reveal();
        if (typeof text !== "string") return undefined;
        // It is gone before it is used, so that it cannot be used twice.
        await vault.delete({ ...scope, name });
        const answer = JSON.parse(text) as unknown;
        return isMembers(answer) ? answer : undefined;
      }),
  };
}
