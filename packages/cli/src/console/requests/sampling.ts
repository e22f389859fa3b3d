import {
  type CreateMessageRequest,
  specTypeSchemas,
  type Tool,
} from "@modelcontextprotocol/client";
import { isObject } from "../../json.js";
import { RequestError } from "../errors.js";
import type { SamplingRequestView } from "../views/api-types.js";
import { toMessageParts } from "../views/result-view.js";
import { optionalText, shownText } from "../views/text.js";
import { toToolView } from "../views/tool-views.js";

const MOST_TOOLS = 100;
const MOST_WORDS = 50;
const LONGEST_PROMPT = 64_000;

const numberOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;
const wordsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value.slice(0, MOST_WORDS) : [])
    .map((word) => shownText(word, 200))
    .filter((word) => word !== "");

type Shown = Omit<
  SamplingRequestView,
  "id" | "serverId" | "server" | "call" | "askedAt" | "endsAt" | "needsApproval"
>;

/** A request for sampling, limited and safe to show; untrusted. */
export function readSamplingRequest(params: unknown): Shown {
  const given: Readonly<Record<string, unknown>> = isObject(params) ? params : {};
  const preferences = isObject(given["modelPreferences"]) ? given["modelPreferences"] : {};
  const hints: unknown[] = Array.isArray(preferences["hints"]) ? preferences["hints"] : [];
  const tools: unknown[] = Array.isArray(given["tools"]) ? given["tools"].slice(0, MOST_TOOLS) : [];
  return {
    kind: "sampling",
    messages: toMessageParts(given["messages"]),
    systemPrompt: optionalText(given["systemPrompt"], LONGEST_PROMPT, true),
    modelHints: wordsOf(hints.map((hint) => (isObject(hint) ? hint["name"] : undefined))),
    priorities: {
      cost: numberOf(preferences["costPriority"]),
      speed: numberOf(preferences["speedPriority"]),
      intelligence: numberOf(preferences["intelligencePriority"]),
    },
    maxTokens: numberOf(given["maxTokens"]),
    temperature: numberOf(given["temperature"]),
    stopSequences: wordsOf(given["stopSequences"]),
    includeContext: optionalText(given["includeContext"], 100),
    tools: tools.filter(isTool).map(toToolView),
    toolChoice: optionalText(
      isObject(given["toolChoice"]) ? given["toolChoice"]["mode"] : undefined,
      100,
    ),
  };
}

const isTool = (tool: unknown): tool is Tool =>
  isObject(tool) && typeof tool["name"] === "string" && isObject(tool["inputSchema"]);

/**
 * The result for a message that the user has written. Nothing is added to it but its role.
 *
 * @throws RequestError when the protocol does not allow it
 */
export function readSamplingAnswer(
  entered: Readonly<Record<string, unknown>>,
  { tools, toolChoice }: Pick<CreateMessageRequest["params"], "tools" | "toolChoice">,
): object {
  const { text, content, model, stopReason } = entered;
  if (typeof model !== "string" || model.trim() === "") {
    throw new RequestError(400, "Enter the name of the model, for example “written by hand”.");
  }
  if (content === undefined && typeof text !== "string") {
    throw new RequestError(400, "Enter the text of the message.");
  }
  const result = {
    role: "assistant",
    model: model.trim(),
    content: content ?? { type: "text", text },
    ...(typeof stopReason === "string" && stopReason !== "" && { stopReason }),
  };
  const schema = tools || toolChoice ? "CreateMessageResultWithTools" : "CreateMessageResult";
  const { issues } = specTypeSchemas[schema]["~standard"].validate(result) as {
    readonly issues?: readonly { readonly message: string; readonly path?: unknown }[];
  };
  if (issues?.[0]) {
    const { message, path } = issues[0];
    const where = Array.isArray(path) && path.length > 0 ? `${path.map(String).join(".")}: ` : "";
    throw new RequestError(400, `The protocol does not allow this message. ${where}${message}`);
  }
  return result;
}
