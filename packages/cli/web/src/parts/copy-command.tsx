import { useId, useState } from "react";
import { useApi } from "../context.js";
import { useAction } from "../use-action.js";
import { Problem } from "./problem.js";

export interface CopyCommandProps {
  readonly server: string;
  readonly tool: string;
  /** The arguments as they stand, if they can be read. */
  readonly args: () => Record<string, unknown> | undefined;
}

/** The same call for a terminal or a script. */
export function CopyCommand({ server, tool, args }: CopyCommandProps): React.ReactNode {
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
      // Shown as well, for where a page may not write to the clipboard.
      setCopied(
        await navigator.clipboard.writeText(made.command).then(
          () => true,
          () => false,
        ),
      );
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
        {copied && "Copied. What looks like a secret is masked: fill it in."}
      </p>
    </div>
  );
}
