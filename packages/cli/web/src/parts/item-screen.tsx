import type { ServerView } from "../../../src/console/views/api-types.js";
import { useConsole } from "../context.js";
import { hrefOf, type ServerTab } from "../route.js";
import { NotFound } from "./not-found.js";
import { NotConnected } from "./server/not-connected.js";
import { ServerStatePill } from "./server/server-state.js";
import { visibleName } from "../visible-text.js";

export interface ItemScreenProps {
  readonly id: string;
  /** The section of the server that it belongs to. */
  readonly tab: ServerTab;
  readonly children: (server: ServerView) => React.ReactNode;
}

/** The frame of a screen for one tool, prompt or resource: the way back to its server. */
export function ItemScreen({ id, tab, children }: ItemScreenProps): React.ReactNode {
  const server = useConsole(({ servers }) => servers.find((one) => one.id === id));
  if (!server) return <NotFound />;
  return (
    <>
      <p className="crumbs">
        <a href={hrefOf({ screen: "server", id, tab })}>
          <bdi>{server.name}</bdi>
        </a>
        <ServerStatePill state={server.state} />
        {server.negotiated !== undefined && (
          <span className="badge" dir="ltr">
            {server.negotiated}
          </span>
        )}
      </p>
      {children(server)}
    </>
  );
}

export interface ItemTitleProps {
  readonly server: ServerView;
  readonly title: string;
  readonly name: string;
  readonly description: string;
}

/** The title of the screen, and what the server says about it. */
export function ItemTitle({ server, title, name, description }: ItemTitleProps): React.ReactNode {
  return (
    <>
      <h1 tabIndex={-1} dir="auto">
        {title || visibleName(name)}
      </h1>
      {title !== visibleName(name) && title !== "" && (
        <code className="muted target" dir="ltr">
          {visibleName(name)}
        </code>
      )}
      {description !== "" && (
        <p className="words lead" dir="auto">
          {description}
        </p>
      )}
      {server.state !== "ready" && <NotConnected server={server} />}
    </>
  );
}
