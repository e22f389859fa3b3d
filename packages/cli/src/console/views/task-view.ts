import type { TaskState } from "../../connect/tasks/task-state.js";
import type { TaskView } from "./api-types.js";
import { optionalText, shownText } from "./text.js";

/** A task, limited and safe to show. */
export const toTaskView = ({ id, status, message, pollMs }: TaskState): TaskView => ({
  id: shownText(id, 200),
  status,
  message: optionalText(message, 2_000, true),
  pollMs,
  updatedAt: Date.now(),
});
