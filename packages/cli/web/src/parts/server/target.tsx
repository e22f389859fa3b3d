import type { ServerView } from "../../../../src/console/views/api-types.js";
import { t } from "../../messages/text.js";

/** The variables that a server's program is started with, and what they can do. */
export function Variables({
  environment,
  warnings,
}: Pick<ServerView, "environment" | "warnings">): React.ReactNode {
  return (
    <>
      {environment.length > 0 && (
        <span className="said muted">
          {t("With")} <bdi>{environment.join(", ")}</bdi>
        </span>
      )}
      {warnings.map((warning) => (
        <span key={warning} className="said problem">
          {warning}
        </span>
      ))}
    </>
  );
}

/** The command or URL of a server. */
export function Target({ target }: Pick<ServerView, "target">): React.ReactNode {
  const text = target.kind === "url" ? target.url : [target.command, ...target.args].join(" ");
  return (
    <code className="target" dir="ltr">
      {text}
    </code>
  );
}
