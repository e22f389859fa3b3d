import type { ServerView } from "../../../../src/console/views/api-types.js";

/** The command or URL of a server. */
export function Target({ target }: Pick<ServerView, "target">): React.ReactNode {
  const text = target.kind === "url" ? target.url : [target.command, ...target.args].join(" ");
  return (
    <code className="target" dir="ltr">
      {text}
    </code>
  );
}
