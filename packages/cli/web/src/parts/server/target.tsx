import type { ServerView } from "../../../../src/console/views/api-types.js";

/** How a server is reached, on as many lines as it takes. */
export function Target({ target }: Pick<ServerView, "target">): React.ReactNode {
  const text = target.kind === "url" ? target.url : [target.command, ...target.args].join(" ");
  return (
    <code className="target" dir="ltr">
      {text}
    </code>
  );
}
