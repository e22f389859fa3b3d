import type { Inbox, InboxSnapshot, OpenQuestion } from "midcall/client";
import { kindOf } from "./call-kind.js";
import type { CallHint } from "./call-records.js";
import type { Calls } from "./calls.js";

/** Knows which call each question belongs to. */
export interface QuestionCalls {
  /** The id of the call of a question; `undefined` if it is not certain. */
  callOf(question: string): string | undefined;
  /** Must be called when the calls have changed: a resumed call starts after its question. */
  refresh(): void;
}

/** What a question says about its call. */
export const hintOf = ({
  server,
  call,
}: Pick<OpenQuestion | InboxSnapshot["links"][number], "server" | "call">): CallHint => ({
  server,
  kind: kindOf(call?.method),
  name: call?.name,
});

/** Keeps the ids of the open questions and links in the views of their calls. */
export function watchQuestionCalls(
  inbox: Pick<Inbox, "subscribe" | "getSnapshot">,
  calls: Pick<Calls, "find" | "setOpen">,
): QuestionCalls {
  let known = new Map<string, string | undefined>();
  const refresh = (): void => {
    const { showing, waiting, links } = inbox.getSnapshot();
    const next: typeof known = new Map();
    const byCall = new Map<string, string[]>();
    for (const one of [...showing, ...waiting, ...links]) {
      // A listener runs within the call that asked, so the call of a new question is looked up at once.
      const call = known.get(one.id) ?? calls.find(hintOf(one));
      next.set(one.id, call);
      if (call !== undefined) byCall.set(call, [...(byCall.get(call) ?? []), one.id]);
    }
    known = next;
    calls.setOpen("questions", byCall);
  };
  inbox.subscribe(refresh);
  return { callOf: (question) => known.get(question), refresh };
}
