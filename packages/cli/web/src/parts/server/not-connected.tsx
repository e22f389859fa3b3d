import type { ServerView } from "../../../../src/console/views/api-types.js";
import { useState } from "react";
import { useApi } from "../../context.js";
import { useAction } from "../../hooks/use-action.js";
import { HeaderFields, headersOf, NO_HEADER } from "./header-fields.js";
import { OutputLines } from "../call/output.js";
import { Problem } from "../problem.js";
import { SignIn } from "./sign-in.js";
import { t } from "../../messages/text.js";

/** Shown instead of the tools while there is no connection: the reason, and what to do. */
export function NotConnected({ server }: { readonly server: ServerView }): React.ReactNode {
  const { state, problem } = server;
  if (state === "connecting") {
    return (
      <div className="empty">
        {/* Not the output below, of which every line would be announced with all that comes before it. */}
        <p role="status">
          <strong>{t("Connecting…")}</strong>{" "}
          {t(
            "Starting the server and negotiating the protocol version. This can take up to a minute.",
          )}
        </p>
        {server.outputSeq > 0 ? (
          <OutputLines server={server} last={20} />
        ) : (
          <div className="skeleton" aria-hidden="true" />
        )}
      </div>
    );
  }
  if (state === "sign-in" && server.signIn) {
    return <SignIn server={server} signIn={server.signIn} />;
  }
  return (
    <div className="empty" data-state={state}>
      <h2>
        {state === "idle"
          ? t("Not connected")
          : state === "ended"
            ? t("The connection was lost")
            : t("Connection failed")}
      </h2>
      {state === "idle" ? (
        <p>{t("Connect to see its tools.")}</p>
      ) : (
        <div role="alert">
          <p className="words">{problem}</p>
        </div>
      )}
      <Reconnect server={server} />
      {state !== "idle" && server.outputSeq > 0 && (
        <>
          <h3>{t("Last output")}</h3>
          <OutputLines server={server} last={20} />
        </>
      )}
    </div>
  );
}

function Reconnect({ server }: { readonly server: ServerView }): React.ReactNode {
  const { id, state, target } = server;
  const api = useApi();
  const { run, problem } = useAction();
  const [header, setHeader] = useState(NO_HEADER);
  const connect = (event: React.FormEvent): void => {
    event.preventDefault();
    void run(() => api(`/servers/${id}/connect`, { body: headersOf(header) }));
  };
  return (
    <form className="reconnect" onSubmit={connect} noValidate>
      {target.kind === "url" && <HeaderFields header={header} onChange={setHeader} />}
      <button type="submit" className="primary">
        {state === "idle" ? t("Connect") : t("Try again")}
      </button>
      <Problem text={problem} />
    </form>
  );
}
