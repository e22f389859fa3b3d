import { useConsole } from "../context.js";
import { NotFound } from "../parts/not-found.js";
import { NotConnected } from "../parts/server/not-connected.js";
import { Output } from "../parts/call/output.js";
import { ServerHeader } from "../parts/server/server-header.js";
import { Timeline } from "../parts/timeline.js";
import { ToolList } from "../parts/server/tool-list.js";
import type { ServerTab } from "../route.js";

export interface ServerScreenProps {
  readonly id: string;
  readonly tab: ServerTab;
}

export function ServerScreen({ id, tab }: ServerScreenProps): React.ReactNode {
  const server = useConsole(({ servers }) => servers.find((one) => one.id === id));
  if (!server) return <NotFound />;
  return (
    <>
      <ServerHeader server={server} tab={tab} />
      {tab === "timeline" ? (
        <Timeline server={server} />
      ) : tab === "output" ? (
        <Output server={server} />
      ) : server.state === "ready" ? (
        <ToolList server={server} />
      ) : (
        <NotConnected server={server} />
      )}
    </>
  );
}
