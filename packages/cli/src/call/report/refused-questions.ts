import type { Tap } from "../../connect/messages/tap-transport.js";
import { member } from "../../json.js";
import type { QuestionLog } from "./question-log.js";

const URL_REQUIRED = -32042;

const valuesOf = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value) : [];

/** The questions in a message of a server, on every protocol version: their `params`, untrusted. */
function questionsIn(message: unknown): unknown[] {
  if (member(message, "method") === "elicitation/create") return [member(message, "params")];
  const result = member(message, "result");
  if (member(result, "resultType") === "input_required") {
    return valuesOf(member(result, "inputRequests"))
      .filter((request) => member(request, "method") === "elicitation/create")
      .map((request) => member(request, "params"));
  }
  const error = member(message, "error");
  return member(error, "code") === URL_REQUIRED
    ? valuesOf(member(member(error, "data"), "elicitations"))
    : [];
}

/**
 * Notes questions a server asks although nobody can be asked. The inbox refuses them, and what the server
 * makes of that may look like a success.
 */
export function recordRefusedQuestions(server: string, log: Pick<QuestionLog, "record">): Tap {
  return (direction, incoming) => {
    if (direction !== "received") return;
    for (const params of questionsIn(incoming)) {
      const message = member(params, "message");
      const properties = member(member(params, "requestedSchema"), "properties");
      const names = typeof properties === "object" && properties !== null ? properties : {};
      log.record({
        server: { name: server },
        message: typeof message === "string" ? message : "",
        mode: member(params, "mode") === "url" ? "url" : "form",
        fields: Object.keys(names).map((name) => ({
          name,
          kind: "text",
          required: false as const,
        })),
        action: "unanswered",
        reason: "no-ui",
      });
    }
  };
}
