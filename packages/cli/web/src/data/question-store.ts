import type { InboxSnapshot, OpenQuestion, RespondOutcome } from "midcall/client";
import { type ElicitationStore, openWindow } from "midcall/react";
import { parseRequestedSchema, type ParsedSchema } from "midcall/schema";
import type { QuestionView } from "../../../src/console/views/api-types.js";
import { type Api, messageOf } from "./api-client.js";
import type { ConsoleStore } from "./console-store.js";
import { answerOwn, isCausedHere } from "./own-calls.js";
import { t } from "../messages/text.js";

interface Known {
  readonly json: string;
  /** Whether it may take the focus; decided when it appears. */
  readonly ownCall: boolean;
  readonly question: OpenQuestion;
}

/** A question as an inbox would provide it; the same object as before if nothing has changed. */
function toQuestion(view: QuestionView, before: Known | undefined, isCaused: () => boolean): Known {
  const json = JSON.stringify(view);
  if (before?.json === json) return before;
  const ownCall = before?.ownCall ?? (view.ownCall && isCaused());
  if (view.mode === "url") return { json, ownCall, question: { ...view, ownCall } };
  const old = before?.question.mode === "form" ? before.question : undefined;
  const same = old && JSON.stringify(old.requestedSchema) === JSON.stringify(view.requestedSchema);
  const requestedSchema = same ? old.requestedSchema : view.requestedSchema;
  let schema: ParsedSchema | undefined;
  return {
    json,
    ownCall,
    question: {
      ...view,
      ownCall,
      requestedSchema,
      get schema() {
        return (schema ??= parseRequestedSchema(requestedSchema, { unknown: "field" }));
      },
    },
  };
}

const failed = (error: unknown): RespondOutcome => ({ ok: false, errors: [messageOf(error)] });

const NOT_OPENED: RespondOutcome = {
  ok: false,
  errors: [t("Your browser did not open the page. It may block pop-ups.")],
  notOpened: true,
};

/** The console's inbox as a store for the page. */
export function createQuestionStore(store: ConsoleStore, api: Api): ElicitationStore {
  let known = new Map<string, Known>();
  let from: unknown;
  let snapshot: InboxSnapshot = { showing: [], waiting: [], held: [], links: [] };
  /** The questions this page shows, which are reported again after a reconnect. */
  const shownCounts = new Map<string, number>();
  let stream: string | undefined;

  const quietly = (asked: Promise<unknown>): void => void asked.catch(() => {});
  const at = (id: string, what: string): string => `/questions/${encodeURIComponent(id)}/${what}`;
  const linkPath = (id: string, what = ""): string => `/links/${encodeURIComponent(id)}${what}`;
  const toServer = (name: string, what: string, body: object): void => {
    const found = store.getSnapshot().servers.find((one) => one.name === name);
    if (found) quietly(api(`/servers/${found.id}/${what}`, { body }));
  };
  const decideHeld = (server: string, decision: "show" | "refuse"): void =>
    toServer(server, "held", { decision });
  const reportShown = (id: string, shown: boolean): void => {
    if (stream !== undefined) quietly(api(at(id, "shown"), { body: { stream, shown } }));
  };
  store.subscribe(() => {
    const { hello } = store.getSnapshot();
    if (hello === undefined || hello.stream === stream) return;
    stream = hello.stream;
    for (const id of shownCounts.keys()) reportShown(id, true);
  });

  return {
    subscribe: store.subscribe,
    getSnapshot() {
      const { questions, calls } = store.getSnapshot();
      if (questions === from) return snapshot;
      from = questions;
      const next = new Map<string, Known>();
      const read = (view: QuestionView): OpenQuestion => {
        const one = toQuestion(view, known.get(view.id), () => isCausedHere(view, calls));
        next.set(view.id, one);
        return one.question;
      };
      snapshot = {
        showing: questions.showing.map(read),
        waiting: questions.waiting.map(read),
        held: questions.held,
        links: questions.links,
      };
      known = next;
      return snapshot;
    },
    // The event stream tells the console that the page is open.
    mount: () => () => {},
    respond(id, result, via = "ui") {
      const question = known.get(id)?.question;
      if (question?.mode === "url" && result.action === "accept" && !question.opened) {
        // In the click itself, because browsers block windows that are opened later.
        if (via !== "link" && !openWindow(question.link.url)) return NOT_OPENED;
      }
      answerOwn(id, store.getSnapshot().calls);
      return api<RespondOutcome>(at(id, "respond"), { body: result }).catch(failed);
    },
    setPermission: (id, decision) => quietly(api(at(id, "admit"), { body: { decision } })),
    extend: (id) => quietly(api(at(id, "extend"), { method: "POST" })),
    markVisible(id) {
      const count = (shownCounts.get(id) ?? 0) + 1;
      shownCounts.set(id, count);
      if (count === 1) reportShown(id, true);
      let here = true;
      return () => {
        if (!here) return;
        here = false;
        const left = (shownCounts.get(id) ?? 1) - 1;
        if (left > 0) shownCounts.set(id, left);
        else {
          shownCounts.delete(id);
          // An ended question needs no report.
          if (known.has(id)) reportShown(id, false);
        }
      };
    },
    showHeld: (server) => decideHeld(server, "show"),
    refuseHeld: (server) => decideHeld(server, "refuse"),
    openAgain(id, via = "ui") {
      const { links, showing } = snapshot;
      const question = showing.find((one) => one.id === id);
      const link =
        links.find((one) => one.id === id)?.link ??
        (question?.mode === "url" ? question.link : undefined);
      if (link && via !== "link" && !openWindow(link.url)) return NOT_OPENED;
      return api<RespondOutcome>(linkPath(id, "/open"), { body: { via } }).catch(failed);
    },
    closeLink: (id) => quietly(api(linkPath(id), { method: "DELETE" })),
    stopCall: (id) => quietly(api(linkPath(id, "/stop"), { body: {} })),
    rule: (server) => store.getSnapshot().rules[server] ?? "allow",
    setRule: (server, rule) => toServer(server, "rule", { rule }),
  };
}
