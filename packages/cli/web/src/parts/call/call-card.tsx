import type {
  CallResultView,
  CallState,
  CallView,
} from "../../../../src/console/views/api-types.js";
import { useApi } from "../../context.js";
import { sentWith } from "../../data/sent-arguments.js";
import { useAction } from "../../hooks/use-action.js";
import { useCallFocus } from "../../hooks/use-call-focus.js";
import { useFetched } from "../../hooks/use-fetched.js";
import { useStartCall } from "../../hooks/use-start-call.js";
import { goTo } from "../../route.js";
import { timeOf } from "../../time-text.js";
import { Problem } from "../problem.js";
import { goToQuestion } from "../questions/go-to-question.js";
import {
  QuestionSlot,
  useAskingCall,
  useIsAsking,
  useWaitsForUser,
} from "../questions/question-place.js";
import { CallResult } from "../result/call-result.js";
import { SaveScenario } from "../scenarios/save-scenario.js";
import { ScenarioNotes } from "../scenarios/scenario-notes.js";
import { TaskStatus } from "../tasks/task-status.js";
import { CallAnswers } from "./call-answers.js";
import { CallLines } from "./call-lines.js";
import { CallNotes } from "./call-notes.js";
import { visibleJson, visibleName } from "../../visible-text.js";
import { oneDecimal, t } from "../../messages/text.js";

const LABELS: Readonly<Record<CallState, string>> = {
  running: t("Running"),
  done: t("Done"),
  failed: t("Failed"),
  cancelled: t("Cancelled"),
  lost: t("Connection lost"),
  over: t("Ended with the console"),
};

const seconds = ({ startedAt, endedAt }: CallView): string =>
  endedAt === undefined ? "" : `${oneDecimal((endedAt - startedAt) / 1000)}\u00a0s`;

export interface CallCardProps {
  readonly call: CallView;
  /** Whether its server is connected. */
  readonly connected: boolean;
}

/** A call: its state and its result. */
export function CallCard({ call, connected }: CallCardProps): React.ReactNode {
  const { id, serverId, state, name, startedAt, protocolVersion, resumed } = call;
  const path = call.hasResult ? `/calls/${id}` : undefined;
  const { data, problem: unread } = useFetched<CallResultView>(path, state);
  const isCurrent = useAskingCall() === id;
  const isAsking = useIsAsking(id);
  const { card, result, isNews } = useCallFocus(
    id,
    isCurrent ? "current" : isAsking ? "also" : undefined,
    data !== undefined,
    state === "running",
  );
  const title = `${visibleName(name)}, ${timeOf(startedAt)}`;
  const args = Object.keys(call.arguments).length > 0;
  const { start } = useStartCall(serverId);
  const read = (uri: string): void => {
    goTo({ screen: "resource", id: serverId, uri });
    start({ kind: "resource", name: uri });
  };
  return (
    <li
      ref={card}
      data-call={id}
      tabIndex={-1}
      className="card call"
      data-state={state}
      aria-label={title}
    >
      <div className="call-head">
        <span className="pill" data-state={isAsking ? "asking" : state}>
          {isAsking ? t("Waiting for you") : LABELS[state]}
        </span>
        <span className="muted">
          <time dateTime={new Date(startedAt).toISOString()}>
            <bdi>{timeOf(startedAt)}</bdi>
          </time>{" "}
          · <bdi>{protocolVersion}</bdi>{" "}
          {seconds(call) && (
            <>
              · <bdi>{seconds(call)}</bdi>
            </>
          )}{" "}
          {resumed && t("· resumed after a restart")}
        </span>
        <CallActions call={call} title={title} connected={connected} />
      </div>
      {args && (
        <details>
          <summary>{t("Arguments")}</summary>
          <pre className="code" dir="ltr">
            {visibleJson(call.arguments)}
          </pre>
        </details>
      )}
      {call.meta && (
        <details>
          <summary>{t("Request metadata")}</summary>
          <pre className="code" dir="ltr">
            {visibleJson(call.meta)}
          </pre>
        </details>
      )}
      {call.task && <TaskStatus task={call.task} />}
      {state === "running" && <Running call={call} isAsking={isAsking} />}
      <QuestionSlot call={id} />
      <CallLines call={call} />
      <CallNotes notes={call.notes} />
      <ScenarioNotes call={call} />
      <p role="status" className="unseen">
        {isNews && `${title}: ${LABELS[state]}`}
      </p>
      {unread !== undefined && <Problem text={unread} />}
      {data && (
        <div
          ref={result}
          tabIndex={-1}
          role="group"
          aria-label={t("Result of {0}", title)}
          aria-describedby={`result-${id}`}
        >
          <div id={`result-${id}`}>
            <CallResult
              result={data}
              isError={call.isError}
              onRead={connected ? read : undefined}
            />
          </div>
        </div>
      )}
      {/* Below the result, which must not move when this is there. */}
      {call.hasResult && <CallAnswers call={id} />}
    </li>
  );
}

function CallActions(props: CallCardProps & { readonly title: string }): React.ReactNode {
  const { call, title, connected } = props;
  const { id, state, kind, name, asTask } = call;
  const api = useApi();
  const { run, problem } = useAction();
  const again = useStartCall(call.serverId);
  const given = sentWith(call);
  if (state === "running") {
    return (
      <span className="call-actions">
        <button
          type="button"
          onClick={() => void run(() => api(`/calls/${id}/cancel`, { method: "POST" }))}
        >
          {t("Cancel")}
          <span className="unseen"> {title}</span>
        </button>
        <Problem text={problem} />
      </span>
    );
  }
  return (
    <span className="call-actions">
      {connected && given && (
        <button
          type="button"
          className="quiet"
          onClick={() => again.start({ kind, name, asTask, ...given })}
        >
          {t("Call again")}
          <span className="unseen"> {title}</span>
        </button>
      )}
      <button
        type="button"
        className="quiet"
        onClick={() => void run(() => api(`/calls/${id}`, { method: "DELETE" }))}
      >
        {t("Dismiss")}
        <span className="unseen"> {title}</span>
      </button>
      <SaveScenario call={call} title={title} />
      <Problem text={problem ?? again.problem} />
    </span>
  );
}

const WAITS = {
  behind: t("Its question comes after those that are open."),
  perhaps: t(
    "Its server has open questions, and this call may wait for your answer to one of them.",
  ),
} as const;

function Running({
  call,
  isAsking,
}: Pick<CallCardProps, "call"> & { readonly isAsking: boolean }): React.ReactNode {
  const { progress } = call;
  const { total, message } = progress ?? {};
  const waits = useWaitsForUser(call);
  const known = progress && total !== undefined && total > 0;
  if (isAsking && !known) return null;
  return (
    <div className="progress">
      {/* While the user is waited for, a bar that moves would say that the server is at work. */}
      {(known || !(isAsking || waits)) && (
        <progress
          aria-label={t("Progress")}
          {...(known && { value: Math.min(progress.progress, total), max: total })}
        />
      )}
      {!isAsking && (
        <p className="muted">
          {message ||
            (known
              ? t("{0} of {1}", progress.progress, total)
              : progress
                ? t("Progress: {0}", progress.progress)
                : waits
                  ? WAITS[waits]
                  : t("Waiting for the server"))}
        </p>
      )}
      {!isAsking && waits && (
        <button type="button" className="quiet" onClick={goToQuestion}>
          {t("Go to the question")}
        </button>
      )}
    </div>
  );
}
