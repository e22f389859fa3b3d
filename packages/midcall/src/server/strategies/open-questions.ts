import { Buffer } from "node:buffer";
import { digest } from "../state/canonical-json.js";
import { LimitError } from "../errors.js";
import type { Settings } from "../options.js";
import type { FlowState } from "../state/records.js";
import type { Binding } from "../state/request-state.js";

/** The user a question is put to. */
type User = Pick<Binding, "server" | "principal">;

/** How many questions one user may have open. Those of unverified users count together, and apart from all others. */
function mostOf({ principal }: User, { limits }: Settings): number {
  return principal === undefined ? limits.anonymousQuestions : limits.openQuestions;
}

/** @throws LimitError */
function refuse(user: User, settings: Settings): never {
  const most = mostOf(user, settings);
  throw new LimitError(
    user.principal === undefined
      ? `Unverified users have ${most} questions open, which is the limit. Try again later, or raise limits.anonymousQuestions.`
      : `This user has ${most} questions open, which is the limit. Answer some first, or raise limits.openQuestions.`,
  );
}

/** Counts the questions that wait in this process (2025). */
export interface OpenQuestions {
  /**
   * Counts one more question.
   *
   * @param connection The connection it waits on. An unverified user has no more questions on one connection than a
   *   verified user has in all, and so cannot use up the share of all unverified users.
   * @returns the function to call when the question is closed
   * @throws LimitError when there are too many
   */
  take(user: User, connection: object): () => void;
}

export function createOpenQuestions(settings: Settings): OpenQuestions {
  const byUser = new Map<string | undefined, number>();
  const connections = new WeakMap<object, number>();
  return {
    take(user, connection) {
      const { principal } = user;
      const open = byUser.get(principal) ?? 0;
      const here = connections.get(connection) ?? 0;
      const mostHere = principal === undefined ? settings.limits.openQuestions : Infinity;
      if (open >= mostOf(user, settings) || here >= mostHere) refuse(user, settings);
      byUser.set(principal, open + 1);
      connections.set(connection, here + 1);
      let once = true;
      return () => {
        if (!once) return;
        once = false;
        connections.set(connection, connections.get(connection)! - 1);
        const left = byUser.get(principal)! - 1;
        if (left === 0) byUser.delete(principal);
        else byUser.set(principal, left);
      };
    },
  };
}

/** Places tried before a user counts as having too many calls: enough to come close to the limit. */
const MAX_TRIES = 16;

/** Counts the calls of one user that have records in the store and are not finished (2026). */
export interface OpenCall {
  /** Counts this call, unless it is counted already. @throws LimitError when there are too many */
  begin(): Promise<void>;
  end(): Promise<void>;
}

/**
 * A shared count that needs only the operations every store has: there are as many places as a user may have open
 * calls, and each call takes one place and gives one back. A place that is not given back expires with its call.
 *
 * @param ttlMs How long the call can still go on, in milliseconds.
 */
export function createOpenCall(
  settings: Settings,
  user: User,
  { flow }: Pick<FlowState, "flow">,
  ttlMs: () => number,
): OpenCall {
  const { store, sealer } = settings;
  const most = mostOf(user, settings);
  const { server, principal = "" } = user;
  const start = Buffer.from(digest(`place ${flow}`), "base64url").readUIntBE(0, 6);
  const placeAt = (n: number): string =>
    `midcall:open:${sealer.name("open calls", server, principal)}:${(start + n) % most}`;

  return {
    async begin() {
      if (store === undefined || most === Infinity) return;
      for (let n = 0; n < Math.min(MAX_TRIES, most); n++) {
        const place = placeAt(n);
        if (await store.putIfAbsent(place, flow, { ttlMs: ttlMs(), owner: principal })) return;
        if ((await store.get(place)) === flow) return;
      }
      refuse(user, settings);
    },
    async end() {
      // Another call may have this place, but the number of taken places stays correct.
      if (store !== undefined && most !== Infinity) await store.delete(placeAt(0));
    },
  };
}
