import type { Tap } from "../../connect/messages/tap-transport.js";
import { isObject, member } from "../../json.js";
import type { QuestionLog } from "./question-log.js";

const URL_REQUIRED = -32042;

const valuesOf = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value) : [];

/** The untrusted `params` of the elicitations in a server's message, in any protocol version. */
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
 * Records questions that a server asks although no user can answer. The inbox refuses them, and the server may still
 * report success.
 */
export function recordRefusedQuestions(server: string, log: Pick<QuestionLog, "record">): Tap {
  return (direction, incoming) => {
    if (direction !== "received") return;
    for (const params of questionsIn(incoming)) {
      const message = member(params, "message");
      const properties = member(member(params, "requestedSchema"), "properties");
      const names = isObject(properties) ? properties : {};
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
