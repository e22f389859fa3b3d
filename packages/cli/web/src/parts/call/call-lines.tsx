import type { CallLine, CallView } from "../../../../src/console/views/api-types.js";
import { useLines } from "../../hooks/use-lines.js";
import { exactTimeOf } from "../../time-text.js";
import { t } from "../../messages/text.js";

const textOf = (line: CallLine): string => {
  if (line.kind === "log") return line.text;
  const { progress, total, message } = line;
  const amount = total === undefined ? `${progress}` : t("{0} of {1}", progress, total);
  return message ? `${amount} · ${message}` : amount;
};

/** What a server has said during a call: log messages and progress, oldest first. */
export function CallLines({ call }: { readonly call: CallView }): React.ReactNode {
  const path = call.linesSeq > 0 ? `/calls/${call.id}/lines` : undefined;
  const { items } = useLines<CallLine>(path, call.linesSeq, "lines");
  if (!items || items.length === 0) return null;
  return (
    <details>
      <summary>
        {items.length === 1
          ? t("1 message during the call")
          : t("{0} messages during the call", items.length)}
      </summary>
      <ol className="lines" tabIndex={0} role="group" aria-label={t("Messages during the call")}>
        {items.map((line) => (
          <li key={line.seq} data-level={line.kind === "log" ? line.level : undefined}>
            <time dateTime={new Date(line.at).toISOString()}>{exactTimeOf(line.at)}</time>
            <span className="line-kind">{line.kind === "log" ? line.level : "progress"}</span>
            <span className="words" dir="auto">
              {textOf(line)}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
