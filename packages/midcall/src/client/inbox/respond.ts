import { WHY } from "../../contracts/no-answer.js";
import { textOf } from "../attach/params.js";
import type { Entry } from "./entry.js";
import type { OpenedLinks } from "./opened-links.js";
import { InvalidAnswerError } from "../errors.js";
import type { checkForm } from "./reading/form-reader.js";
import type { QuestionList } from "./question-list.js";
import type { InboxOptions, RespondOutcome } from "./types.js";
import {
  accept,
  cancel,
  cannotAsk,
  cannotAskReason,
  decline,
  declineReason,
  type ElicitResult,
} from "../attach/results.js";

/** The parts of the inbox that `createResponder` needs. */
export interface ResponderParts {
  readonly list: QuestionList;
  readonly links: OpenedLinks;
  readonly open: InboxOptions["open"];
  readonly check: typeof checkForm;
  report(error: unknown): void;
}

export interface Responder {
  /** Sends an answer, or returns why it cannot be sent. */
  respond(id: string, result: ElicitResult, via: string): RespondOutcome;
  /** See {@link Inbox.openAgain}. */
  openAgain(id: string, via: string): RespondOutcome | Promise<RespondOutcome>;
  /** Lets the host's callback answer. */
  answerBy(callback: NonNullable<InboxOptions["onElicitation"]>, entry: Entry): Promise<void>;
}

const OK: RespondOutcome = { ok: true };
const wrong = (error: string): RespondOutcome => ({ ok: false, errors: [error] });
const NOT_OPENED: RespondOutcome = {
  ok: false,
  errors: ["The page did not open."],
  notOpened: true,
};

/** Whether the page is open already: the callback, or the user's click on a plain link, has opened it. */
const isOpenedBy = (via: string): boolean => via === "callback" || via === "link";

export function createResponder({ list, links, open, check, report }: ResponderParts): Responder {
  const { entries, change } = list;
  const tried = (entry: Entry): void => change(entry, { attempts: entry.view.attempts + 1 });

  const respond: Responder["respond"] = (id, result, via) => {
    const entry = entries.get(id);
    if (!entry) return wrong("This question is no longer open.");
    const { view, finish } = entry;
    switch (result?.action) {
      case "decline":
        finish(decline(declineReason(result)), via);
        return OK;
      case "cancel": {
        const reason = cannotAskReason(result);
        const why = reason === undefined ? undefined : textOf(result.content, WHY);
        finish(reason === undefined ? cancel() : cannotAsk(reason, why), via);
        return OK;
      }
      case "accept": {
        if (view.needsApproval) return wrong("Approve this server first.");
        if (view.mode === "url") return consent(entry, via);
        const checked = check(view.schema, result.content);
        if ("ok" in checked) {
          tried(entry);
          return checked;
        }
        finish(checked, via);
        return OK;
      }
      default:
        return wrong("The action must be accept, decline or cancel.");
    }
  };

  /** Handles the user's consent to a link: opens it, unless the callback has done so. */
  const consent = (entry: Entry, via: string): RespondOutcome => {
    const { view, untilDone, finish } = entry;
    if (view.mode !== "url" || entry.opening) return OK;
    const opened = (): RespondOutcome => {
      entry.opening = false;
      if (untilDone && !view.opened && !entry.completed) change(entry, { opened: true });
      else {
        if (!untilDone && entries.has(view.id)) links.add(view, entry);
        finish(accept(), via);
      }
      return OK;
    };
    const notOpened = (): RespondOutcome => {
      entry.opening = false;
      tried(entry);
      return NOT_OPENED;
    };
    if (view.opened || isOpenedBy(via) || !open) return opened();
    const opening = openPage(open, view.link.url);
    if (typeof opening === "boolean") return opening ? opened() : notOpened();
    entry.opening = true;
    void opening.then((isOpen) => {
      if (!isOpen) return notOpened();
      // Set before the question ends, so that a UI can distinguish this from a withdrawn question.
      change(entry, { opened: true });
      return opened();
    });
    return OK;
  };

  /** Opens a page, and reports whether it is open. An opener that returns `false` or fails has not opened it. */
  const openPage = (
    opener: NonNullable<InboxOptions["open"]>,
    url: string,
  ): boolean | Promise<boolean> => {
    const failed = (error: unknown): false => {
      report(error);
      return false;
    };
    try {
      const opening = opener(url);
      if (!(opening instanceof Promise)) return opening !== false;
      return opening.then((result: unknown) => result !== false, failed);
    } catch (error) {
      return failed(error);
    }
  };

  return {
    respond,
    openAgain(id, via) {
      const view = entries.get(id)?.view;
      const link = view?.mode === "url" && view.opened ? view.link : links.find(id)?.link;
      if (!link) return wrong("This page is no longer needed.");
      if (isOpenedBy(via) || !open) return OK;
      const opening = openPage(open, link.url);
      const outcome = (isOpen: boolean): RespondOutcome => (isOpen ? OK : NOT_OPENED);
      return typeof opening === "boolean" ? outcome(opening) : opening.then(outcome);
    },
    async answerBy(callback, { view, elicitationId, countdown, over, finish }) {
      countdown.start();
      const { id, mode, message, server, call } = view;
      try {
        const params =
          mode === "form"
            ? { mode, message, requestedSchema: view.requestedSchema }
            : { mode, message, url: view.link.url, ...(elicitationId && { elicitationId }) };
        const { signal } = over;
        const result = await callback(params, { server, call, signal });
        const outcome = respond(id, result, "callback");
        // If the question is no longer open, it has ended in another way, and the answer is ignored.
        if (!outcome.ok && entries.has(id)) throw new InvalidAnswerError(outcome.errors);
      } catch (error) {
        report(error);
        finish(cannotAsk("error"), "callback");
      }
    },
  };
}
