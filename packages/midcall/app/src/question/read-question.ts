import { readForm } from "../../../src/client/inbox/reading/form-reader.js";
import { LONGEST_MESSAGE } from "../../../src/client/inbox/reading/explain-refusal.js";
import { requestedSchemaOf } from "../../../src/client/attach/requested-schema.js";
import type { FormQuestion } from "../../../src/client/index.js";
import { QUESTION_META, type AppQuestion } from "../../../src/contracts/app.js";
import { displayText } from "../../../src/form/index.js";
import { isObject } from "../../../src/internal/is-object.js";

const LONGEST_NAME = 200;
const LONGEST_KEY = 1000;

/** A question that is safe to show. */
export interface ShownQuestion {
  readonly form: FormQuestion;
  /** The tool that asks, safe to show; empty if it is not known. */
  readonly tool: string;
  /** Why an earlier answer was not accepted, and what it contained. */
  readonly reason?: string | undefined;
  readonly previous?: unknown;
  readonly expiresAt?: number | undefined;
  /** How many other questions of the call are open. */
  readonly more: number;
}

/** A question of a tool's result, with what its answer needs. */
export interface ToolQuestion {
  readonly id: string;
  readonly key: string;
  /** `undefined` if it cannot be shown here. */
  readonly shown: ShownQuestion | undefined;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const nameOf = (value: unknown): string => displayText(textOf(value).slice(0, LONGEST_NAME));

function readShown(
  id: string,
  asked: Readonly<Record<string, unknown>>,
): ShownQuestion | undefined {
  const { message, requestedSchema, expiresAt, more } = asked;
  if (typeof message !== "string" || message.length > LONGEST_MESSAGE) return undefined;
  const read = readForm(requestedSchema, message);
  if ("cannot" in read) return undefined;
  const tool = nameOf(asked["tool"]);
  return {
    form: {
      ...read,
      id,
      mode: "form",
      server: nameOf(asked["server"]),
      ...(tool && { call: { method: "tools/call", name: tool } }),
      message: displayText(message, { lines: true }),
      askedAt: Date.now(),
      attempts: 0,
      needsApproval: false,
      // It comes by itself, and must not take the focus from the chat.
      ownCall: false,
    },
    tool,
    reason: displayText(textOf(asked["reason"])) || undefined,
    previous: asked["previous"],
    expiresAt: typeof expiresAt === "number" && expiresAt > 0 ? expiresAt : undefined,
    more: Number.isSafeInteger(more) ? Math.max(0, more as number) : 0,
  };
}

/** The question in the `_meta` of a tool's result, untrusted; `undefined` if there is none. */
export function readToolQuestion(result: unknown): ToolQuestion | undefined {
  const meta = isObject(result) ? result["_meta"] : undefined;
  return readQuestion(isObject(meta) ? meta[QUESTION_META] : undefined);
}

/** An {@link AppQuestion}, untrusted. */
export function readQuestion(asked: unknown): ToolQuestion | undefined {
  if (!isObject(asked)) return undefined;
  const { id, key } = asked as Partial<AppQuestion>;
  const isKey = (value: unknown): value is string =>
    typeof value === "string" && value !== "" && value.length <= LONGEST_KEY;
  if (!isKey(id) || !isKey(key)) return undefined;
  return { id, key, shown: readShown(id, asked) };
}

/**
 * The question of an `elicitation/create` that the host has answered here, untrusted (experimental, SEP-3118). The server
 * and the tool are not in the request; a server may add them in `_meta`.
 */
export function readElicitation(id: string, params: unknown): ShownQuestion | undefined {
  if (!isObject(params) || (params["mode"] ?? "form") !== "form") return undefined;
  const { message, _meta: meta } = params;
  const requestedSchema = requestedSchemaOf(params);
  const added = isObject(meta) ? meta[QUESTION_META] : undefined;
  const { server, tool } = isObject(added) ? added : {};
  return readShown(id, { message, requestedSchema, server, tool });
}
