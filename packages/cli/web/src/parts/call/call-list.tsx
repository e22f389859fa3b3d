import { useState } from "react";
import type {
  CallKind,
  CallResultView,
  CallView,
  ServerView,
} from "../../../../src/console/views/api-types.js";
import { useConsole } from "../../context.js";
import { useFetched } from "../../hooks/use-fetched.js";
import { timeOf } from "../../time-text.js";
import { CallResult } from "../result/call-result.js";
import { CallCard } from "./call-card.js";

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
        <h2 id="calls-title">Calls</h2>
        {done.length > 1 && (
          <button
            type="button"
            className="quiet"
            aria-pressed={isComparing}
            onClick={() => setComparing(!isComparing)}
          >
            Compare
          </button>
        )}
      </div>
      {calls.length === 0 && <p className="empty">No calls yet. Results appear here.</p>}
      {isComparing && done.length > 1 && <Comparison calls={done} />}
      <ol className="calls" reversed>
        {calls.map((call) => (
          <CallCard key={call.id} call={call} connected={server.state === "ready"} />
        ))}
      </ol>
    </section>
  );
}

/** Two results side by side. */
function Comparison({ calls }: { readonly calls: readonly CallView[] }): React.ReactNode {
  return (
    <div className="comparison card" role="group" aria-label="Comparison">
      <Compared calls={calls} start={1} label="First call" />
      <Compared calls={calls} start={0} label="Second call" />
    </div>
  );
}

function Compared(props: {
  readonly calls: readonly CallView[];
  readonly start: number;
  readonly label: string;
}): React.ReactNode {
  const { calls, start, label } = props;
  const [chosen, setChosen] = useState(calls[start]!.id);
  const call = calls.find(({ id }) => id === chosen) ?? calls[start]!;
  const { data } = useFetched<CallResultView>(`/calls/${call.id}`, call.state);
  return (
    <div className="compared">
      <label className="labelled">
        <span className="hint">{label}</span>
        <select value={call.id} onChange={(event) => setChosen(event.target.value)}>
          {calls.map(({ id, startedAt }) => (
            <option key={id} value={id}>
              {timeOf(startedAt)}
            </option>
          ))}
        </select>
      </label>
      <pre className="code" dir="ltr" tabIndex={0} role="group" aria-label={`${label}: arguments`}>
        {JSON.stringify(call.arguments, undefined, 2)}
      </pre>
      {data && <CallResult result={data} isError={call.isError} />}
    </div>
  );
}
