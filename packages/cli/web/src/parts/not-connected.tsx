import type { ServerView } from "../../../src/console/api-types.js";
import { useApi } from "../context.js";
import { useAction } from "../use-action.js";
import { OutputLines } from "./output.js";
import { Problem } from "./problem.js";

/** In place of the tools while there is no connection: why, and what to do. */
export function NotConnected({ server }: { readonly server: ServerView }): React.ReactNode {
  const { state, problem } = server;
  if (state === "connecting") {
    return (
      <div className="empty" role="status">
        <p>
          <strong>Connecting…</strong> Starting the server and agreeing on a protocol revision.
        </p>
        <div className="skeleton" aria-hidden="true" />
      </div>
    );
  }
  return (
    <div className="empty" data-state={state}>
      <h2>
        {state === "idle"
          ? "Not connected"
          : state === "ended"
            ? "The server is gone"
            : "There is no connection"}
      </h2>
      {state === "idle" ? (
        <p>Connect to see its tools.</p>
      ) : (
        <div role="alert">
          <p className="words">{problem}</p>
        </div>
      )}
      <Reconnect server={server} />
      {state !== "idle" && server.outputSeq > 0 && (
        <>
          <h3>The last it said</h3>
          <OutputLines server={server} last={20} />
        </>
      )}
    </div>
  );
}

function Reconnect({ server: { id, state } }: { readonly server: ServerView }): React.ReactNode {
  const api = useApi();
  const { run, problem } = useAction();
  return (
    <>
      <p>
        <button
          type="button"
          className="primary"
          onClick={() => void run(() => api(`/servers/${id}/connect`, { body: {} }))}
        >
          {state === "idle" ? "Connect" : "Try again"}
        </button>
      </p>
      <Problem text={problem} />
    </>
  );
}
