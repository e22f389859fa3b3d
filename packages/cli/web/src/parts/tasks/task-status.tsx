import type { TaskView } from "../../../../src/console/views/api-types.js";
import { t } from "../../messages/text.js";

/** The status of a task, in words. */
export const TASK_LABELS: Readonly<Record<TaskView["status"], string>> = {
  working: t("working"),
  input_required: t("needs an answer"),
  completed: t("completed"),
  failed: t("failed"),
  cancelled: t("cancelled"),
};

/** The task of a call: its status, and what the server says about it. */
export function TaskStatus({ task }: { readonly task: TaskView }): React.ReactNode {
  const { status, message, pollMs } = task;
  return (
    <p className="muted">
      {t("Task in the background:")} {TASK_LABELS[status]}
      {message !== undefined && message !== "" && (
        <>
          {" "}
          · <bdi>{message}</bdi>
        </>
      )}{" "}
      {t("· asked every {0} s", pollMs / 1000)}
    </p>
  );
}
