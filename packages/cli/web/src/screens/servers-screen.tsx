import { lazy, Suspense } from "react";
import type { ServerView } from "../../../src/console/views/api-types.js";
import { useApi, useConsole } from "../context.js";
import { AddServer } from "../parts/server/add-server.js";
import { ExportServers } from "../parts/server/form/export-servers.js";
import { ServerStatePill } from "../parts/server/server-state.js";
import { Target, Variables } from "../parts/server/target.js";
import { hrefOf } from "../route.js";
import { t } from "../messages/text.js";

const ImportServers = lazy(async () => ({
  default: (await import("../parts/server/import-servers.js")).ImportServers,
}));

function ServerCard({ server }: { readonly server: ServerView }): React.ReactNode {
  const api = useApi();
  const { id, name, state, toolCount, negotiated, problem } = server;
  return (
    <li className="card server-card">
      <div className="card-head">
        <h2>
          <a href={hrefOf({ screen: "server", id, tab: "tools" })}>
            <bdi>{name}</bdi>
          </a>
        </h2>
        <ServerStatePill state={state} />
      </div>
      <Target target={server.target} />
      {server.environment.length > 0 && (
        <p>
          <Variables {...server} />
        </p>
      )}
      {state === "ready" && (
        <p className="muted">
          {toolCount === 1 ? t("1 tool") : t("{0} tools", toolCount ?? 0)} ·{" "}
          <bdi dir="ltr">{negotiated}</bdi>
        </p>
      )}
      {problem !== undefined && <p className="problem words clamp">{problem}</p>}
      {/^(idle|failed|ended)$/.test(state) && (
        <div className="actions">
          <button
            type="button"
            onClick={() => void api(`/servers/${id}/connect`, { body: {} }).catch(() => {})}
          >
            {t("Connect")}
            <span className="unseen"> {name}</span>
          </button>
        </div>
      )}
    </li>
  );
}

export function ServersScreen(): React.ReactNode {
  const servers = useConsole((snapshot) => snapshot.servers);
  return (
    <>
      <h1 tabIndex={-1}>{t("Servers")}</h1>
      {servers.length === 0 ? (
        <div className="empty">
          <p>
            <strong>{t("No servers yet.")}</strong>{" "}
            {t("Add a server to call its tools and answer its questions here.")}
          </p>
          <p className="muted">
            {t("You can also start the console with a server:")}{" "}
            <code>midcall console -- node my-server.js</code>
          </p>
        </div>
      ) : (
        <>
          <ul className="cards">
            {servers.map((server) => (
              <ServerCard key={server.id} server={server} />
            ))}
          </ul>
          <ExportServers />
        </>
      )}
      <AddServer />
      <Suspense>
        <ImportServers />
      </Suspense>
    </>
  );
}
