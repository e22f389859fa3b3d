import type { Tap } from "../../connect/tap-transport.js";
import { own } from "../../own.js";
import type { QuestionLog } from "./question-log.js";

const URL_REQUIRED = -32042;

const valuesOf = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value) : [];

/** The questions in a message of a server, on every protocol version: their `params`, untrusted. */
function questionsIn(message: unknown): unknown[] {
  if (own(message, "method") === "elicitation/create") return [own(message, "params")];
  const result = own(message, "result");
  if (own(result, "resultType") === "input_required") {
    return valuesOf(own(result, "inputRequests"))
      .filter((request) => own(request, "method") === "elicitation/create")
      .map((request) => own(request, "params"));
  }
  const error = own(message, "error");
  return own(error, "code") === URL_REQUIRED
    ? valuesOf(own(own(error, "data"), "elicitations"))
    : [];
}

/**
 * Notes questions a server asks although nobody can be asked. The inbox refuses them, and what the server
 * makes of that may look like a success.
 */
export function noteRefused(server: string, log: Pick<QuestionLog, "record">): Tap {
  return (direction, incoming) => {
    if (direction !== "received") return;
    for (const params of questionsIn(incoming)) {
      const message = own(params, "message");
      const properties = own(own(params, "requestedSchema"), "properties");
      const names = typeof properties === "object" && properties !== null ? properties : {};
      log.record({
        server: { name: server },
        message: typeof message === "string" ? message : "",
        mode: own(params, "mode") === "url" ? "url" : "form",
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
