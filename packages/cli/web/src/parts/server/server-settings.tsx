import { ServerRule } from "midcall/react";
import { useRef, useState } from "react";
import type { ServerView } from "../../../../src/console/views/api-types.js";
import { useApi } from "../../context.js";
import { goTo } from "../../route.js";
import { useAction } from "../../hooks/use-action.js";
import { Problem } from "../problem.js";
import { CloneServer } from "./form/clone-server.js";
import { ProtocolVersionSelect } from "./protocol-version-select.js";
import { Target, Variables } from "./target.js";
import { phrase } from "../../messages/phrase.js";
import { t } from "../../messages/text.js";

/** How a server is reached, what it may ask, and its connection. */
export function ServerSettings({ server }: { readonly server: ServerView }): React.ReactNode {
  const api = useApi();
  const { run, problem } = useAction();
  const { id, name, state, protocolVersion, headers, showAll } = server;
  const ask = (what: string, body: object = {}): void =>
    void run(() => api(`/servers/${id}/${what}`, { body }));
  const details = useRef<HTMLDetailsElement>(null);
  const edit = (edited: string): void => {
    if (details.current) details.current.open = false;
    goTo({ screen: "server", id: edited, tab: "edit" });
  };
  const connected = state === "ready" || state === "connecting";
  return (
    <details className="settings" ref={details}>
      <summary>{t("Settings")}</summary>
      <div className="card settings-body">
        <p>
          <Target target={server.target} />
          <Variables {...server} />
          {headers.length > 0 && (
            <span className="said muted">
              {phrase(
                headers.length === 1
                  ? "This header is sent until the console ends: {0}."
                  : "These headers are sent until the console ends: {0}.",
                <bdi>{headers.join(", ")}</bdi>,
              )}
            </span>
          )}
        </p>
        <div className="controls">
          <ServerRule server={name} />
          <ProtocolVersionSelect
            value={protocolVersion}
            onChange={(next) => ask("connect", { protocolVersion: next })}
            describedBy="controls-hint"
          />
        </div>
        <label className="check">
          <input
            type="checkbox"
            checked={showAll}
            onChange={(event) => ask("show-all", { on: event.target.checked })}
          />
          <span>
            {t("Show everything it asks")}
            <span className="hint said">
              {t(
                "Otherwise many questions in a short time are held back until you want to see them.",
              )}
            </span>
          </span>
        </label>
        <p className="hint" id="controls-hint">
          {t("Changing the protocol version or reconnecting ends running calls.")}
        </p>
        <div className="actions">
          <button type="button" onClick={() => ask("connect")}>
            {connected ? t("Reconnect") : t("Connect")}
          </button>
          {connected && (
            <button type="button" onClick={() => ask("disconnect")}>
              {t("Disconnect")}
            </button>
          )}
          <button type="button" onClick={() => edit(id)}>
            {t("Edit")}
          </button>
          <CloneServer id={id} onCloned={edit} />
          <RemoveServer id={id} name={name} />
        </div>
        <Problem text={problem} />
      </div>
    </details>
  );
}

function RemoveServer({ id, name }: Pick<ServerView, "id" | "name">): React.ReactNode {
  const api = useApi();
  const { run } = useAction();
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <button type="button" className="quiet" onClick={() => setAsked(true)}>
        {t("Remove…")}
      </button>
    );
  }
  const remove = (): void => {
    goTo({ screen: "servers" });
    void run(() => api(`/servers/${id}`, { method: "DELETE" }));
  };
  return (
    <span className="sure" role="group" aria-label={t("Remove {0}?", name)}>
      <button type="button" className="danger" autoFocus onClick={remove}>
        {t("Remove")}
      </button>
      <button type="button" onClick={() => setAsked(false)}>
        {t("Keep")}
      </button>
    </span>
  );
}
