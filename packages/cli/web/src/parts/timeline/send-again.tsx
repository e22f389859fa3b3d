import type { ServerView, ToolView } from "../../../../src/console/views/api-types.js";
import { useApi, useDrafts } from "../../context.js";
import { draftFor } from "../../data/argument-forms.js";
import { holdsSecretName } from "../../data/arguments/secret-names.js";
import { draftKey } from "../../data/drafts.js";
import { useAction } from "../../hooks/use-action.js";
import { goTo } from "../../route.js";
import { metaKey } from "../call/request-meta.js";
import { Problem } from "../problem.js";
import type { RecordedCall } from "./recorded-call.js";
import { t } from "../../messages/text.js";

export interface SendAgainProps {
  readonly server: ServerView;
  readonly call: RecordedCall;
}

/** Opens the screen of a call with its arguments filled in. Nothing is sent before the user presses the button there. */
export function SendAgain({ server: { id }, call }: SendAgainProps): React.ReactNode {
  const api = useApi();
  const drafts = useDrafts();
  const { run, problem } = useAction();
  const { kind, name, arguments: args, meta, asTask, isPartial } = call;
  const open = async (): Promise<void> => {
    if (kind === "tool") {
      const { tools } = await api<{ tools: readonly ToolView[] }>(`/servers/${id}/tools`);
      const tool = tools.find((one) => one.name === name);
      if (!tool) throw new Error(t("The server no longer has this tool."));
      draftFor(id, tool, drafts).tree.fill(args);
      drafts.set(draftKey("as-task", id, name), asTask);
    } else if (kind === "prompt") drafts.set(draftKey("args", id, "prompt", name), args);
    const text = JSON.stringify(meta, undefined, 2);
    const isKept = Object.keys(meta).length > 0 && !holdsSecretName(text);
    drafts.set(metaKey(id, kind, name), isKept ? text : undefined);
    if (kind === "tool") goTo({ screen: "tool", id, tool: name });
    else if (kind === "prompt") goTo({ screen: "prompt", id, prompt: name });
    else goTo({ screen: "resource", id, uri: name });
  };
  return (
    <div className="wire-message">
      <button type="button" onClick={() => void run(open)}>
        {t("Edit and send again")}
      </button>
      {isPartial && <p className="hint">{t("Values that are masked here are left out.")}</p>}
      <Problem text={problem} />
    </div>
  );
}
