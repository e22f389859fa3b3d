import { shownOf, type Responding } from "./respond.js";

/** Calls a tool of the server for a view, past the model. */
export type CallForView = (
  name: string,
  args: Readonly<Record<string, unknown>>,
) => Promise<Record<string, unknown> | undefined>;

/** What came of a view that was rendered. */
export interface ViewEnd {
  /** The status that the server gave for the answer; nothing if there was no question to answer. */
  readonly status?: string | undefined;
  /** What the view has the user say in the chat. */
  readonly says?: string;
}

/** The question that a result carries for the view of its tool. */
interface QuestionForView {
  readonly id: string;
  readonly key: string;
  readonly tool: string;
  readonly message: string;
}

/**
 * Renders a view for a result: the user answers its question there, and the view hands the answer to the server's own
 * tool for it, with the key that only the view has.
 */
export async function renderView(
  result: Readonly<Record<string, unknown>>,
  args: Readonly<Record<string, unknown>>,
  callForView: CallForView,
  responding: Responding,
): Promise<ViewEnd> {
  const { traits, user, clock, deeds } = responding;
  const meta = result["_meta"] as Record<string, unknown> | undefined;
  const question = meta?.["midcall/question"] as QuestionForView | undefined;
  // Without the question, the view shows that it has nothing to show.
  if (question === undefined || traits.apps === undefined || traits.apps.meta === "dropped")
    return {};
  const shown = shownOf("app", question as unknown as Record<string, unknown>, args);
  const act = user(shown);
  deeds.push({ question: shown, act });
  if (act.does === "walks-away") return {};
  await clock.pass(act.afterMs);
  const action = { accepts: "accept", declines: "decline", closes: "cancel" }[act.does];
  const answered = await callForView("midcall_answer", {
    id: question.id,
    key: question.key,
    action,
    ...(act.does === "accepts" && act.content && { content: act.content }),
  });
  const { status } = (answered?.["structuredContent"] ?? {}) as { status?: string };
  const says = `I have answered the question of ${question.tool}. Please call it again with the same arguments.`;
  return { status, ...(status === "received" && traits.apps.messages && { says }) };
}
