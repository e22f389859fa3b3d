import { ServerRule } from "midcall/react";
import { useState } from "react";
import type { ServerView } from "../../../../src/console/views/api-types.js";
import { useApi } from "../../context.js";
import { goTo, hrefOf, type ServerTab } from "../../route.js";
import { useAction } from "../../hooks/use-action.js";
import { ProtocolVersionSelect } from "./protocol-version-select.js";
import { Problem } from "../problem.js";
import { ServerStatePill } from "./server-state.js";
import { SignedIn } from "./signed-in.js";
import { Target } from "./target.js";

const TABS: readonly [ServerTab, string][] = [
  ["tools", "Tools"],
  ["timeline", "Timeline"],
  ["output", "Output"],
];

/** The server's name, state, settings and actions. */
export function ServerHeader({
  server,
  tab,
}: {
  readonly server: ServerView;
  readonly tab: ServerTab;
}): React.ReactNode {
  const api = useApi();
  const { run, problem } = useAction();
  const { id, name, state, info, negotiated, protocolVersion, headers } = server;
  const ask = (what: string, body: object = {}): void =>
    void run(() => api(`/servers/${id}/${what}`, { body }));
  const connected = state === "ready" || state === "connecting";
  return (
    <>
      <div className="title">
        <h1 tabIndex={-1}>
          <bdi>{name}</bdi>
        </h1>
        <ServerStatePill state={state} />
      </div>
      <p className="muted">
        <Target target={server.target} />
        {info && (
          <span className="said">
            It identifies itself as <bdi>{info.name}</bdi> <bdi>{info.version}</bdi>. Protocol
            version: <bdi>{negotiated}</bdi>.
          </span>
        )}
        {headers.length > 0 && (
          <span className="said">
            This header is sent until the console ends: <bdi>{headers.join(", ")}</bdi>.
          </span>
        )}
      </p>
      <SignedIn server={server} />
      {info?.warnings.map((warning) => (
        <p key={warning} className="problem words">
          {warning}
        </p>
      ))}
      <div className="controls">
        <ProtocolVersionSelect
          value={protocolVersion}
          onChange={(next) => ask("connect", { protocolVersion: next })}
          describedBy="controls-hint"
        />
        <ServerRule server={name} />
        <div className="actions">
          <button type="button" onClick={() => ask("connect")}>
            {connected ? "Reconnect" : "Connect"}
          </button>
          {connected && (
            <button type="button" onClick={() => ask("disconnect")}>
              Disconnect
            </button>
          )}
          <RemoveServer id={id} name={name} />
        </div>
      </div>
      <p className="hint" id="controls-hint">
        Changing the protocol version or reconnecting ends running calls.
      </p>
      <Problem text={problem} />
      <nav className="tabs" aria-label={`Sections of ${name}`}>
        <ul>
          {TABS.map(([to, words]) => (
            <li key={to}>
              <a
                href={hrefOf({ screen: "server", id, tab: to })}
                aria-current={to === tab ? "page" : undefined}
              >
                {words}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

function RemoveServer({ id, name }: Pick<ServerView, "id" | "name">): React.ReactNode {
  const api = useApi();
  const { run } = useAction();
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <button type="button" className="quiet" onClick={() => setAsked(true)}>
        Remove…
      </button>
    );
  }
  const remove = (): void => {
    goTo({ screen: "servers" });
    void run(() => api(`/servers/${id}`, { method: "DELETE" }));
  };
  return (
    <span className="sure" role="group" aria-label={`Remove ${name}?`}>
      <button type="button" className="danger" autoFocus onClick={remove}>
        Remove
      </button>
      <button type="button" onClick={() => setAsked(false)}>
        Keep
      </button>
    </span>
  );
}
