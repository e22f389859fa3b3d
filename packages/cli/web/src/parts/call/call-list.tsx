import { Suspense, useState } from "react";
import type { CallKind, ServerView } from "../../../../src/console/views/api-types.js";
import { useConsole } from "../../context.js";
import { lazyPart } from "../../lazy-part.js";
import { CallCard } from "./call-card.js";
import { t } from "../../messages/text.js";

const Comparison = lazyPart(async () => (await import("./comparison.js")).Comparison);

export interface CallListProps {
  readonly server: ServerView;
  readonly kind: CallKind;
  /** Whether a call of this name belongs to the list. */
  readonly includes: (name: string) => boolean;
}

/** The calls of a tool, prompt or resource, newest first. */
export function CallList({ server, kind, includes }: CallListProps): React.ReactNode {
  const [isComparing, setComparing] = useState(false);
  const calls = useConsole((snapshot) => snapshot.calls).filter(
    (call) => call.serverId === server.id && call.kind === kind && includes(call.name),
  );
  const done = calls.filter(({ hasResult }) => hasResult);
  return (
    <section aria-labelledby="calls-title">
      <div className="card-head">
        <h2 id="calls-title">{t("Calls")}</h2>
        {done.length > 1 && (
          <button
            type="button"
            className="quiet"
            aria-pressed={isComparing}
            onClick={() => setComparing(!isComparing)}
          >
            {t("Compare")}
          </button>
        )}
      </div>
      {calls.length === 0 && <p className="empty">{t("No calls yet. Results appear here.")}</p>}
      <Suspense fallback={null}>
        {isComparing && done.length > 1 && <Comparison calls={done} />}
      </Suspense>
      <ol className="calls" reversed>
        {calls.map((call) => (
          <CallCard key={call.id} call={call} connected={server.state === "ready"} />
        ))}
      </ol>
    </section>
  );
}
