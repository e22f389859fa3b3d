import { useId, useState } from "react";
import type { StartCall } from "../../../../src/console/views/api-types.js";
import { useApi } from "../../context.js";
import { useAction } from "../../hooks/use-action.js";
import { Problem } from "../problem.js";
import { t } from "../../messages/text.js";

export interface CopyCommandProps {
  readonly server: string;
  readonly tool: string;
  /** The names of the server's headers, which are not part of the command. */
  readonly headers: readonly string[];
  /** The current arguments, if they are valid JSON. */
  readonly args: () => Record<string, unknown> | undefined;
  /** The metadata of the request; `undefined` if it is not valid, and its field says why. */
  readonly meta: () => Pick<StartCall, "meta"> | undefined;
}

async function copyText(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    await clipboard?.writeText(text);
    return clipboard !== undefined;
  } catch {
    return false;
  }
}

/** The same call as a command for a terminal or a script. */
export function CopyCommand(props: CopyCommandProps): React.ReactNode {
  const { server, tool, headers, args, meta } = props;
  const api = useApi();
  const { run, problem } = useAction();
  const [command, setCommand] = useState<string>();
  const [copied, setCopied] = useState(false);
  const id = useId();

  const copy = (): void =>
    void run(async () => {
      setCopied(false);
      const given = args();
      if (!given) throw new Error(t("The arguments are not a valid JSON object."));
      const more = meta();
      if (!more) return;
      const body = { tool, arguments: given, ...more };
      const made = await api<{ command: string }>(`/servers/${server}/command`, { body });
      setCommand(made.command);
      // The command is also shown, because a page may not be allowed to write to the clipboard.
      setCopied(await copyText(made.command));
    });
  return (
    <>
      <button type="button" className="quiet" onClick={copy}>
        {t("Copy as command")}
      </button>
      <Problem text={problem} />
      {command !== undefined && (
        <div className="labelled row">
          <label htmlFor={id}>{t("Command")}</label>
          <textarea id={id} className="code" dir="ltr" readOnly rows={3} value={command} />
        </div>
      )}
      <p role="status" className={command === undefined ? "unseen" : "hint row"}>
        {command !== undefined && (
          <>
            {copied
              ? t("Copied.")
              : t("The clipboard is not available. Copy the command from here.")}
            {/••••••|\*\*\*/.test(command) &&
              ` ${t("Likely secrets are masked; replace them before you run it.")}`}
            {headers.length > 0 &&
              ` ${t("The command does not include the server's headers; add them with --header.")}`}
          </>
        )}
      </p>
    </>
  );
}
