import type { Settings } from "../options.js";
import type { Binding } from "../state/request-state.js";
import { mostOpen, tooManyOpen } from "./limits.js";

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
  take(user: Pick<Binding, "server" | "principal">, connection: object): () => void;
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
      if (open >= mostOpen(user, settings) || here >= mostHere) throw tooManyOpen(user, settings);
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
