import type { ServerView, ToolView } from "../../../src/console/views/api-types.js";
import { draftFor } from "../data/argument-forms.js";
import { useApi, useConsole } from "../context.js";
import { ArgumentsForm } from "../parts/call/arguments-form.js";
import { CallCard } from "../parts/call/call-card.js";
import { CopyCommand } from "../parts/call/copy-command.js";
import { NotFound } from "../parts/not-found.js";
import { NotConnected } from "../parts/server/not-connected.js";
import { Problem } from "../parts/problem.js";
import { ServerStatePill } from "../parts/server/server-state.js";
import { Hints, useTools } from "../parts/server/tool-list.js";
import { hrefOf } from "../route.js";
import { followCall } from "../hooks/use-call-focus.js";
import { useAction } from "../hooks/use-action.js";

export interface ToolScreenProps {
  readonly id: string;
  readonly name: string;
}

export function ToolScreen({ id, name }: ToolScreenProps): React.ReactNode {
  const server = useConsole(({ servers }) => servers.find((one) => one.id === id));
  return server ? <Tool server={server} name={name} /> : <NotFound />;
}

function Tool({ server, name }: { server: ServerView; name: string }): React.ReactNode {
  const tools = useTools(server);
  const tool = tools?.find((one) => one.name === name);
  return (
    <>
      <p className="crumbs">
        <a href={hrefOf({ screen: "server", id: server.id, tab: "tools" })}>
          <bdi>{server.name}</bdi>
        </a>
        <ServerStatePill state={server.state} />
        {server.negotiated !== undefined && <span className="badge">{server.negotiated}</span>}
      </p>
      <h1 tabIndex={-1} dir="auto">
        {tool?.title ?? name}
      </h1>
      {tool ? (
        <ToolBody server={server} tool={tool} />
      ) : tools && server.state === "ready" ? (
        <p className="empty">The server no longer has this tool.</p>
      ) : server.state === "ready" ? (
        <p role="status">Loading the tools…</p>
      ) : (
        <NotConnected server={server} />
      )}
      {!tool && <CallList serverId={server.id} tool={name} />}
    </>
  );
}

function ToolBody({ server, tool }: { server: ServerView; tool: ToolView }): React.ReactNode {
  const api = useApi();
  const { run, busy, problem } = useAction();
  const connected = server.state === "ready";
  const call = (args: Record<string, unknown>): void => {
    // The button is not disabled during the request, because it would lose the focus.
    if (busy) return;
    const body = { tool: tool.name, arguments: args };
    void run(async () => {
      const { id } = await api<{ id: string }>(`/servers/${server.id}/calls`, { body });
      followCall(id);
    });
  };
  const draft = draftFor(server.id, tool);
  return (
    <>
      {tool.title !== tool.name && (
        <code className="muted" dir="ltr">
          {tool.name}
        </code>
      )}
      {tool.description !== "" && (
        <p className="words lead" dir="auto">
          {tool.description}
        </p>
      )}
      <Hints hints={tool.hints} />
      {!connected && <NotConnected server={server} />}
      <div className="bench">
        <section className="card" aria-labelledby="call-title">
          <h2 id="call-title" className="unseen">
            Call the tool
          </h2>
          <h3>Arguments</h3>
          <ArgumentsForm draft={draft} disabled={!connected} onCall={call}>
            {(args) => (
              <CopyCommand
                server={server.id}
                tool={tool.name}
                headers={server.headers}
                args={args}
              />
            )}
          </ArgumentsForm>
          <Problem text={problem} />
        </section>
        <CallList serverId={server.id} tool={tool.name} />
      </div>
    </>
  );
}

function CallList({ serverId, tool }: { serverId: string; tool: string }): React.ReactNode {
  const calls = useConsole((snapshot) => snapshot.calls).filter(
    (call) => call.serverId === serverId && call.tool === tool,
  );
  return (
    <section aria-labelledby="calls-title">
      <h2 id="calls-title">Calls</h2>
      {calls.length === 0 && <p className="empty">No calls yet. Results appear here.</p>}
      <ol className="calls" reversed>
        {calls.map((call) => (
          <CallCard key={call.id} call={call} />
        ))}
      </ol>
    </section>
  );
}
