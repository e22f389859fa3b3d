import type { ServerView, StartCall } from "../../../src/console/views/api-types.js";
import { useApi } from "../context.js";
import { startOwnCall } from "../data/own-calls.js";
import { rememberSent } from "../data/sent-arguments.js";
import { type Action, useAction } from "./use-action.js";
import { followCall } from "./use-call-focus.js";

/** Starts calls of a server; the focus follows the newest one. */
export function useStartCall(
  serverId: ServerView["id"],
): Pick<Action, "busy" | "problem"> & { start(call: StartCall): void } {
  const api = useApi();
  const { run, busy, problem } = useAction();
  return {
    busy,
    problem,
    start(call) {
      // The button is not disabled during the request, because it would lose the focus.
      if (busy) return;
      void run(async () => {
        const { id } = await startOwnCall(() =>
          api<{ id: string }>(`/servers/${serverId}/calls`, { body: call }),
        );
        rememberSent(id, call);
        followCall(id);
      });
    },
  };
}
