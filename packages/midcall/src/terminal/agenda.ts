import type {
  HeldQuestions,
  InboxSnapshot,
  OpenedLink,
  OpenQuestion,
} from "../client/inbox/question.js";
import type { Inbox } from "../client/inbox/types.js";
import { cannotAsk } from "../client/attach/results.js";
import { displayText } from "../form/text.js";
import { askAboutHeld } from "./ask-about-held.js";
import { red } from "./output/style.js";
import type { Dialog } from "./prompts/dialog.js";
import { showLink } from "./show-link.js";
import { showQuestion, type ShowOptions } from "./show-question.js";
import { createShownQuestion } from "./shown-question.js";

/** Something on the screen. */
export interface Shown {
  /** Aborted when it is over. */
  readonly signal: AbortSignal;
  /** Reads it from the inbox again. */
  update(): void;
  /** Removes it from the screen. */
  hide(): void;
  /** Shows it until it is over. Returns `interrupt` after Ctrl-C. */
  run(dialog: Dialog): Promise<unknown>;
}

/**
 * What to show next: a question; or else whether to show questions that are held back; or else a page that the user has
 * opened, which gives way to everything else.
 */
export function createAgenda(inbox: Inbox, options: ShowOptions): () => Shown | undefined {
  /** The number of held questions, by server, about which the user will decide later. */
  const postponed = new Map<string, number>();

  const questionOf = (view: OpenQuestion): Shown => {
    const question = createShownQuestion(inbox, view);
    const { id, signal, update, hide } = question;
    return {
      signal,
      update,
      hide,
      async run(dialog) {
        const away = inbox.markVisible(id);
        update();
        const { terminal, messages } = dialog;
        try {
          const asking = { ...dialog, onActivity: () => inbox.extend(id) };
          return await showQuestion(asking, question, inbox, options);
        } catch (error) {
          terminal.screen.print(displayText(`${messages.failed} ${String(error)}`), red);
          inbox.respond(id, cannotAsk("error"), "terminal");
          return undefined;
        } finally {
          away();
          question.end();
        }
      },
    };
  };
  const heldOf = (group: HeldQuestions): Shown => ({
    ...watch(inbox, ({ showing, held }) => {
      return showing.length === 0 && held.some(({ server }) => server === group.server);
    }),
    async run(dialog) {
      const end = await askAboutHeld(dialog, options.session, group, inbox);
      if (end === "later" || end === "interrupt") postponed.set(group.server, group.count);
      return end;
    },
  });
  const linkOf = (link: OpenedLink): Shown => ({
    ...watch(inbox, ({ showing, links }) => {
      return showing.length === 0 && links.find(({ id }) => id === link.id)?.state === "open";
    }),
    run: (dialog) => showLink(dialog, link, inbox),
  });

  return () => {
    const { showing, held, links } = inbox.getSnapshot();
    if (showing[0]) return questionOf(showing[0]);
    const group = held.find(({ server, count }) => postponed.get(server) !== count);
    if (group) return heldOf(group);
    const link = links.find(({ state }) => state === "open");
    return link && linkOf(link);
  };
}

/** A signal that is aborted when something in the inbox is no longer so. */
function watch(
  inbox: Inbox,
  holds: (snapshot: InboxSnapshot) => boolean,
): Pick<Shown, "signal" | "update" | "hide"> {
  const over = new AbortController();
  return {
    signal: over.signal,
    update: () => {
      if (!holds(inbox.getSnapshot())) over.abort();
    },
    hide: () => over.abort(),
  };
}
