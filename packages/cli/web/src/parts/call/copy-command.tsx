import { useId, useState } from "react";
import { useApi } from "../../context.js";
import { useAction } from "../../hooks/use-action.js";
import { Problem } from "../problem.js";

export interface CopyCommandProps {
  readonly server: string;
  readonly tool: string;
  /** Names of headers the server is sent, which a command line has not. */
  readonly headers: readonly string[];
  /** The arguments as they stand, if they can be read. */
  readonly args: () => Record<string, unknown> | undefined;
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

/** The same call for a terminal or a script. */
export function CopyCommand(props: CopyCommandProps): React.ReactNode {
  const { server, tool, headers, args } = props;
  const api = useApi();
  const { run, problem } = useAction();
  const [command, setCommand] = useState<string>();
  const [copied, setCopied] = useState(false);
  const id = useId();

  const copy = (): void =>
    void run(async () => {
      setCopied(false);
      const given = args();
      if (!given) throw new Error("The arguments are no JSON object yet.");
      const body = { tool, arguments: given };
      const made = await api<{ command: string }>(`/servers/${server}/command`, { body });
      setCommand(made.command);
      // Shown as well, for where a page may not write to the clipboard, or there is none.
      setCopied(await copyText(made.command));
    });
  return (
    <div className="copy">
      <button type="button" className="quiet" onClick={copy}>
        Copy as midcall call
      </button>
      <Problem text={problem} />
      {command !== undefined && (
        <div className="labelled wide">
          <label htmlFor={id}>Command</label>
          <textarea id={id} className="code" dir="ltr" readOnly rows={3} value={command} />
        </div>
      )}
      <p role="status" className="hint copied">
        {command !== undefined && (
          <>
            {copied ? "Copied." : "This page may not write to the clipboard: copy it from here."}
            {/••••••|\*\*\*/.test(command) && " What looks like a secret is masked: fill it in."}
            {headers.length > 0 && " midcall call sends no header, so this server may refuse it."}
          </>
        )}
      </p>
    </div>
  );
}
