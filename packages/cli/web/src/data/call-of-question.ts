import type { CallView, QuestionView } from "../../../src/console/views/api-types.js";

/**
 * The running call that a question belongs to. A question of 2025 does not name its call; then it is the server's
 * newest one.
 */
export function callOfQuestion(
  { server, call }: Pick<QuestionView, "server" | "call">,
  calls: readonly CallView[],
): CallView | undefined {
  return calls.find(
    (one) =>
      one.state === "running" &&
      one.server === server &&
      (call === undefined || one.tool === call.name),
  );
}
