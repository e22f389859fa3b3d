import type { Message } from "./link.js";
import type { Clock } from "./clock.js";
import type { HostTraits } from "./traits.js";
import type { Deed, ShownQuestion, User } from "./user.js";

/** What a host sends for a question: the rest of a response, or nothing. */
export type HostResponse = Pick<Message, "result" | "error"> | undefined;

export interface Responding {
  readonly traits: HostTraits;
  readonly user: User;
  readonly clock: Clock;
  /** What the user was shown and did, in order. */
  readonly deeds: Deed[];
}

export function shownOf(
  where: ShownQuestion["where"],
  params: Readonly<Record<string, unknown>>,
  args?: Readonly<Record<string, unknown>>,
): ShownQuestion {
  return {
    where,
    mode: params["mode"] === "url" ? "url" : "form",
    message: String(params["message"]),
    ...(params["requestedSchema"] !== undefined && { requestedSchema: params["requestedSchema"] }),
    ...(typeof params["url"] === "string" && { url: params["url"] }),
    ...(args && { args }),
  };
}

/** Has the host deal with one question. Resolves with nothing when no answer comes before the call is given up. */
export async function respond(
  question: ShownQuestion,
  { traits, user, clock, deeds }: Responding,
): Promise<HostResponse> {
  const { onQuestion, callTimeout } = traits;
  switch (onQuestion.does) {
    case "shows":
      break;
    case "answers-itself": {
      await clock.pass(onQuestion.afterMs);
      const isEmptyForm = onQuestion.action === "accept" && question.mode === "form";
      return { result: { action: onQuestion.action, ...(isEmptyForm && { content: {} }) } };
    }
    case "stray-key": {
      await clock.pass(onQuestion.afterMs);
      return { result: { action: "accept", content: preselected(question.requestedSchema) } };
    }
    case "fails":
      return { error: { code: onQuestion.code, message: "Not here." } };
    case "hangs":
    case "drops-rounds":
      await clock.pass(callTimeout.ms);
      return undefined;
  }
  const act = user(question);
  deeds.push({ question, act });
  if (act.does === "walks-away") {
    await clock.pass(callTimeout.ms);
    return undefined;
  }
  await clock.pass(act.afterMs);
  if (act.does === "declines") return { result: { action: "decline" } };
  if (act.does === "closes")
    return { result: { action: traits.cancelIsDecline ? "decline" : "cancel" } };
  if (question.mode === "url") return { result: { action: "accept" } };
  const content = traits.emptiesAccepts ? {} : asShown(act.content, question.requestedSchema);
  return { result: { action: "accept", ...(content && { content }) } };
}

/** What Enter sends that was meant for something else: the default of each field, else its first choice. */
function preselected(requestedSchema: unknown): Record<string, unknown> {
  const { properties } = requestedSchema as { properties: Record<string, Field> };
  const first = ({ default: given, enum: choices, oneOf, type }: Field): unknown =>
    given ?? choices?.[0] ?? oneOf?.[0]?.const ?? (type === "boolean" ? true : "");
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, first(field)]),
  );
}

interface Field {
  readonly type?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly oneOf?: readonly { readonly const: string }[];
}

/** The user's yes or no in the words of the choice, where the form has one in place of a checkbox. */
function asShown(
  content: Readonly<Record<string, unknown>> | undefined,
  requestedSchema: unknown,
): Readonly<Record<string, unknown>> | undefined {
  const sure = content?.["confirm"];
  const choices = (requestedSchema as { properties?: Record<string, Field> } | undefined)
    ?.properties?.["confirm"]?.enum;
  if (typeof sure !== "boolean" || choices === undefined) return content;
  return { ...content, confirm: sure ? choices.at(-1) : choices.find((one) => one === "No") };
}

/** Whether this host can show a question of this mode in a user interface of its own. */
export function canShow({ onQuestion, declares }: HostTraits, mode: "form" | "url"): boolean {
  if (onQuestion.does !== "shows" || declares === "none") return false;
  return mode === "form" ? declares !== "url" : declares === "url" || declares === "both";
}
