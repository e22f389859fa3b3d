import type { ServerView, ToolView } from "../../../src/console/views/api-types.js";
import { useDrafts } from "../context.js";
import { draftFor } from "../data/argument-forms.js";
import { draftKey } from "../data/drafts.js";
import { useDraft } from "../hooks/use-draft.js";
import { useStartCall } from "../hooks/use-start-call.js";
import { ArgumentsForm } from "../parts/call/arguments-form.js";
import { CallList } from "../parts/call/call-list.js";
import { CopyCommand } from "../parts/call/copy-command.js";
import { RequestMeta, useRequestMeta } from "../parts/call/request-meta.js";
import { ItemScreen, ItemTitle } from "../parts/item-screen.js";
import { Problem } from "../parts/problem.js";
import { Hints, useTools } from "../parts/server/tool-list.js";
import { t } from "../messages/text.js";

export interface ToolScreenProps {
  readonly id: string;
  readonly name: string;
}

/** A tool: its arguments and its calls. */
export function ToolScreen({ id, name }: ToolScreenProps): React.ReactNode {
  return (
    <ItemScreen id={id} tab="tools">
      {(server) => <Tool server={server} name={name} />}
    </ItemScreen>
  );
}

function Tool({ server, name }: { server: ServerView; name: string }): React.ReactNode {
  const tools = useTools(server);
  const tool = tools?.find((one) => one.name === name);
  const isReady = server.state === "ready";
  return (
    <>
      <ItemTitle
        server={server}
        title={tool?.title ?? ""}
        name={name}
        description={tool?.description ?? ""}
      />
      {tool && <Hints hints={tool.hints} />}
      {!tool && tools && isReady && (
        <p className="empty">{t("The server no longer has this tool.")}</p>
      )}
      {!tools && isReady && <p role="status">{t("Loading the tools…")}</p>}
      <div className="bench">
        {tool && <Arguments server={server} tool={tool} />}
        <CallList server={server} kind="tool" includes={(one) => one === name} />
      </div>
    </>
  );
}

function Arguments({ server, tool }: { server: ServerView; tool: ToolView }): React.ReactNode {
  const drafts = useDrafts();
  const { start, problem } = useStartCall(server.id);
  const key = draftKey("as-task", server.id, tool.name);
  const [asTask, setAsTask] = useDraft(key, false);
  const meta = useRequestMeta(server.id, "tool", tool.name);
  const call = (args: Record<string, unknown>): void => {
    const given = meta.read();
    if (!given) return;
    start({
      kind: "tool",
      name: tool.name,
      arguments: args,
      asTask: asTask || undefined,
      ...given,
    });
  };
  return (
    <section className="card" aria-labelledby="call-title">
      <h2 id="call-title" className="unseen">
        {t("Call the tool")}
      </h2>
      <h3>{t("Arguments")}</h3>
      <ArgumentsForm
        draft={draftFor(server.id, tool, drafts)}
        disabled={server.state !== "ready"}
        onCall={call}
        choices={
          <>
            <TaskChoice tool={tool} asTask={asTask} onChange={setAsTask} />
            <RequestMeta of={meta} />
          </>
        }
      >
        {(args) => (
          <CopyCommand
            server={server.id}
            tool={tool.name}
            headers={server.headers}
            args={args}
            meta={meta.read}
          />
        )}
      </ArgumentsForm>
      <Problem text={problem} />
    </section>
  );
}

function TaskChoice(props: {
  readonly tool: ToolView;
  readonly asTask: boolean;
  readonly onChange: (asTask: boolean) => void;
}): React.ReactNode {
  const { tool, asTask, onChange } = props;
  if (tool.taskSupport === "required") {
    return <p className="hint">{t("This tool runs as a task in the background.")}</p>;
  }
  if (tool.taskSupport !== "optional") return null;
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={asTask}
        onChange={(event) => onChange(event.target.checked)}
      />
      {t("Run as a task in the background")}
    </label>
  );
}
