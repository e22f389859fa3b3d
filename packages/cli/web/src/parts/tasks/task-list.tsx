import { useState } from "react";
import type {
  CallView,
  ListedTaskView,
  ServerView,
  TasksView,
} from "../../../../src/console/views/api-types.js";
import { useApi, useConsole } from "../../context.js";
import { useAction } from "../../hooks/use-action.js";
import { useFetched } from "../../hooks/use-fetched.js";
import { hrefOf } from "../../route.js";
import { dayOf } from "../../time-text.js";
import { Problem } from "../problem.js";
import { TASK_LABELS } from "./task-status.js";
import { visibleName } from "../../visible-text.js";
import { t } from "../../messages/text.js";

/** The tasks that a server of 2025-11-25 lists, those of other clients included. */
export function TaskList({ server }: { readonly server: ServerView }): React.ReactNode {
  const [version, setVersion] = useState(0);
  const reload = (): void => setVersion((before) => before + 1);
  const calls = useConsole((snapshot) => snapshot.calls);
  const own = calls.filter(({ serverId, task }) => serverId === server.id && task);
  // The list is read again when a task of a call here has another status.
  const known = own.map(({ task }) => `${task?.id}=${task?.status}`).join();
  const path = `/servers/${server.id}/tasks`;
  const { data, problem } = useFetched<TasksView>(path, `${version} ${known}`);
  return (
    <section aria-labelledby="tasks-title">
      <div className="card-head">
        <h2 id="tasks-title" className="unseen">
          {t("Tasks")}
        </h2>
        <button type="button" onClick={reload}>
          {t("Read the list again")}
        </button>
      </div>
      <Problem text={problem} />
      {!data && problem === undefined && <p role="status">{t("Loading the tasks…")}</p>}
      {data?.tasks.length === 0 && <p className="empty">{t("The server lists no tasks.")}</p>}
      <ul className="cards tools" aria-label={t("Tasks")}>
        {data?.tasks.map((task, at) => (
          <TaskCard
            key={`${at} ${task.id}`}
            task={task}
            call={own.find((one) => one.task?.id === task.shownId)}
            server={server}
            onCancelled={reload}
          />
        ))}
      </ul>
      {data?.isMore && (
        <p className="hint">{t("The server has more tasks, which are not shown.")}</p>
      )}
      {data !== undefined && data.invalid > 0 && (
        <p className="problem">
          {data.invalid === 1
            ? t("1 task is invalid and left out. This has to be fixed in the server.")
            : t(
                "{0} tasks are invalid and left out. This has to be fixed in the server.",
                data.invalid,
              )}
        </p>
      )}
    </section>
  );
}

interface TaskCardProps {
  readonly task: ListedTaskView;
  /** The call here that it belongs to. */
  readonly call: CallView | undefined;
  readonly server: ServerView;
  readonly onCancelled: () => void;
}

function TaskCard({ task, call, server, onCancelled }: TaskCardProps): React.ReactNode {
  const { id, shownId, status, message, createdAt } = task;
  const api = useApi();
  const { run, problem } = useAction();
  const isOver = status === "completed" || status === "failed" || status === "cancelled";
  const cancel = async (): Promise<void> => {
    await run(() => api(`/servers/${server.id}/tasks/cancel`, { body: { task: id } }));
    onCancelled();
  };
  return (
    <li className="card tool-card">
      <div className="card-head">
        <code dir="ltr">{shownId}</code>
        <span className="badge">{TASK_LABELS[status]}</span>
      </div>
      {message !== undefined && (
        <p className="words" dir="auto">
          {message}
        </p>
      )}
      <p className="muted">
        {createdAt !== undefined && t("Created {0}.", dayOf(new Date(createdAt).toISOString()))}
        {call ? (
          <>
            {t("A call of")}{" "}
            <a href={hrefOf({ screen: "tool", id: server.id, tool: call.name })}>
              <bdi>{visibleName(call.name)}</bdi>
            </a>
          </>
        ) : (
          t("Not of a call that is listed here.")
        )}
      </p>
      {!isOver && server.capabilities?.cancelsTasks && (
        <div className="actions">
          <button type="button" onClick={() => void cancel()}>
            {t("Cancel")}
            <span className="unseen">
              {" "}
              {t("the task")} {shownId}
            </span>
          </button>
        </div>
      )}
      <Problem text={problem} />
    </li>
  );
}
