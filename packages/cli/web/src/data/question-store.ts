import type { InboxSnapshot, OpenQuestion, RespondOutcome } from "midcall/client";
import type { ElicitationStore } from "midcall/react";
import { parseRequestedSchema, type ParsedSchema } from "midcall/schema";
import type { QuestionView } from "../../../src/console/views/api-types.js";
import { type Api, messageOf } from "./api-client.js";
import type { ConsoleStore } from "./console-store.js";

interface Known {
  readonly json: string;
  readonly question: OpenQuestion;
}

/** A question as the inbox would give it, and the same object as before where nothing has changed. */
function toQuestion(view: QuestionView, before: Known | undefined): Known {
  const json = JSON.stringify(view);
  if (before?.json === json) return before;
  if (view.mode === "url") return { json, question: view };
  const old = before?.question.mode === "form" ? before.question : undefined;
  const same = old && JSON.stringify(old.requestedSchema) === JSON.stringify(view.requestedSchema);
  const requestedSchema = same ? old.requestedSchema : view.requestedSchema;
  let schema: ParsedSchema | undefined;
  return {
    json,
    question: {
      ...view,
      requestedSchema,
      get schema() {
        return (schema ??= parseRequestedSchema(requestedSchema, { unknown: "field" }));
      },
    },
  };
}

/** The console's inbox, seen from the page. */
export function createQuestionStore(store: ConsoleStore, api: Api): ElicitationStore {
  let known = new Map<string, Known>();
  let from: unknown;
  let snapshot: InboxSnapshot = { showing: [], waiting: [] };
  /** What this page shows, to be said again to a console that was away. */
  const looks = new Map<string, number>();
  let stream: string | undefined;

  const quietly = (asked: Promise<unknown>): void => void asked.catch(() => {});
  const at = (id: string, what: string): string => `/questions/${encodeURIComponent(id)}/${what}`;
  const sayShown = (id: string, shown: boolean): void => {
    if (stream !== undefined) quietly(api(at(id, "shown"), { body: { stream, shown } }));
  };
  store.subscribe(() => {
    const { hello } = store.getSnapshot();
    if (hello === undefined || hello.stream === stream) return;
    stream = hello.stream;
    for (const id of looks.keys()) sayShown(id, true);
  });

  return {
    subscribe: store.subscribe,
    getSnapshot() {
      const { questions } = store.getSnapshot();
      if (questions === from) return snapshot;
      from = questions;
      const next = new Map<string, Known>();
      const read = (view: QuestionView): OpenQuestion => {
        const one = toQuestion(view, known.get(view.id));
        next.set(view.id, one);
        return one.question;
      };
      snapshot = { showing: questions.showing.map(read), waiting: questions.waiting.map(read) };
      known = next;
      return snapshot;
    },
    // The stream of events says that the page is there.
    mount: () => () => {},
    respond(id, result) {
      const question = known.get(id)?.question;
      if (question?.mode === "url" && result.action === "accept" && !question.opened) {
        // In the click itself: later a browser would not let it through.
        window.open(question.link.url, "_blank", "noopener,noreferrer");
      }
      const failed = (error: unknown): RespondOutcome => ({
        ok: false,
        errors: [messageOf(error)],
      });
      return api<RespondOutcome>(at(id, "respond"), { body: result }).catch(failed);
    },
    setPermission: (id, decision) => quietly(api(at(id, "admit"), { body: { decision } })),
    extend: (id) => quietly(api(at(id, "extend"), { method: "POST" })),
    markVisible(id) {
      const count = (looks.get(id) ?? 0) + 1;
      looks.set(id, count);
      if (count === 1) sayShown(id, true);
      let here = true;
      return () => {
        if (!here) return;
        here = false;
        const left = (looks.get(id) ?? 1) - 1;
        if (left > 0) looks.set(id, left);
        else {
          looks.delete(id);
          // Of a question that is over there is nothing to say.
          if (known.has(id)) sayShown(id, false);
        }
      };
    },
    rule: (server) => store.getSnapshot().rules[server] ?? "allow",
    setRule(server, rule) {
      const found = store.getSnapshot().servers.find(({ name }) => name === server);
      if (found) quietly(api(`/servers/${found.id}/rule`, { body: { rule } }));
    },
  };
}
