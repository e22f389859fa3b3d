import type {
  CallResultView,
  CallState,
  CallView,
} from "../../../../src/console/views/api-types.js";
import { useApi } from "../../context.js";
import { useAction } from "../../hooks/use-action.js";
import { useCallFocus } from "../../hooks/use-call-focus.js";
import { useFetched } from "../../hooks/use-fetched.js";
import { CallNotes } from "./call-notes.js";
import { CallResult } from "./call-result.js";
import { QuestionSlot, useAskingCall } from "../questions/question-place.js";
import { Problem } from "../problem.js";
import { timeOf } from "../../time-text.js";

const LABELS: Readonly<Record<CallState, string>> = {
  running: "Running",
  done: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
  lost: "Connection lost",
};

const seconds = ({ startedAt, endedAt }: CallView): string =>
  endedAt === undefined ? "" : `${((endedAt - startedAt) / 1000).toFixed(1)} s`;

/** A call: its state and its result. */
export function CallCard({ call }: { readonly call: CallView }): React.ReactNode {
  const api = useApi();
  const { run, problem } = useAction();
  const { id, state, tool, startedAt, protocolVersion, progress, resumed } = call;
  const path = call.hasResult ? `/calls/${id}` : undefined;
  const { data, problem: unread } = useFetched<CallResultView>(path, state);
  const isAsking = useAskingCall() === id;
  const { card, result } = useCallFocus(id, isAsking, data !== undefined);
  const title = `${tool}, ${timeOf(startedAt)}`;
  const args = Object.keys(call.arguments).length > 0;
  return (
    <li ref={card} tabIndex={-1} className="card call" data-state={state} aria-label={title}>
      <div className="call-head">
        <span className="pill" data-state={isAsking ? "asking" : state}>
          {isAsking ? "Waiting for you" : LABELS[state]}
        </span>
        <span className="muted">
          <time dateTime={new Date(startedAt).toISOString()}>{timeOf(startedAt)}</time> ·{" "}
          <bdi>{protocolVersion}</bdi>{" "}
          {seconds(call) && (
            <>
              · <bdi>{seconds(call)}</bdi>
            </>
          )}{" "}
          {resumed && "· resumed after a restart"}
        </span>
        {state === "running" ? (
          <button
            type="button"
            onClick={() => void run(() => api(`/calls/${id}/cancel`, { method: "POST" }))}
          >
            Cancel<span className="unseen"> {title}</span>
          </button>
        ) : (
          <button
            type="button"
            className="quiet"
            onClick={() => void run(() => api(`/calls/${id}`, { method: "DELETE" }))}
          >
            Dismiss<span className="unseen"> {title}</span>
          </button>
        )}
      </div>
      <Problem text={problem} />
      {args && (
        <details>
          <summary>Arguments</summary>
          <pre className="code" dir="ltr">
            {JSON.stringify(call.arguments, undefined, 2)}
          </pre>
        </details>
      )}
      {state === "running" && <Running progress={progress} isAsking={isAsking} />}
      <QuestionSlot call={id} />
      <CallNotes notes={call.notes} />
      {unread !== undefined && <Problem text={unread} />}
      {data && (
        <div ref={result} tabIndex={-1} role="group" aria-label={`Result of ${title}`}>
          <CallResult result={data} isError={call.isError} />
        </div>
      )}
    </li>
  );
}

function Running({
  progress,
  isAsking,
}: Pick<CallView, "progress"> & { readonly isAsking: boolean }): React.ReactNode {
  const { total, message } = progress ?? {};
  const known = progress && total !== undefined && total > 0;
  return (
    <div className="progress">
      {/* While the user is waited for, a bar that moves would say that the server is at work. */}
      {(known || !isAsking) && (
        <progress
          aria-label="Progress"
          {...(known && { value: Math.min(progress.progress, total), max: total })}
        />
      )}
      <p className="muted">
        {isAsking
          ? "Waiting for your answer"
          : message ||
            (known
              ? `${progress.progress} of ${total}`
              : progress
                ? `Progress: ${progress.progress}`
                : "Waiting for the server")}
      </p>
    </div>
  );
}
