/**
 * A host without a framework: the questions of an inbox in a page, with `midcall/client` and `midcall/form` alone.
 *
 *   const inbox = createInbox({ open: openWindow });
 *   mountQuestions(inbox, document.querySelector("#questions"));
 *   inbox.attach(client, { server: "GitHub" });   // after mounting: only then can a user answer
 */
import type { Inbox, OpenQuestion } from "midcall/client";
import { button, element } from "./element.js";
import { createQuestionCard, type QuestionCard } from "./question.js";

/** Shows the questions in `place`, until the returned function is called. */
export function mountQuestions(inbox: Inbox, place: HTMLElement): () => void {
  const unmount = inbox.mount();
  const heading = element("h2", { tabindex: "-1" }, "Questions");
  const news = element("p", { role: "status" });
  const list = element("div");
  const others = element("div");
  const section = element("section", { "aria-label": "Questions" }, heading, news, list, others);
  place.append(section);
  const cards = new Map<string, QuestionCard>();

  // A question that the user has allowed is another card than its permission.
  const keyOf = ({ id, needsApproval }: OpenQuestion): string => `${id} ${needsApproval}`;
  let before = "";
  const update = (): void => {
    const { showing, waiting, held, links } = inbox.getSnapshot();
    const shown = new Set(showing.map(keyOf));
    for (const [key, card] of cards) {
      if (shown.has(key)) continue;
      const hadFocus = card.element.contains(document.activeElement);
      card.destroy();
      cards.delete(key);
      if (hadFocus) heading.focus();
    }
    for (const question of showing) {
      if (cards.has(keyOf(question))) continue;
      const card = createQuestionCard(inbox, question);
      cards.set(keyOf(question), card);
      list.append(card.element);
      card.shown();
      news.textContent = `${question.server} asks: ${question.needsApproval ? "" : question.message}`;
      // Only the question of a call that the user has started by hand takes the focus.
      if (question.ownCall) card.focus();
    }
    // A button that has the focus is replaced only by a change.
    const now = JSON.stringify([waiting.length, held, links]);
    if (now !== before) others.replaceChildren(...otherParts(inbox));
    before = now;
  };
  update();
  const unsubscribe = inbox.subscribe(update);
  return () => {
    unsubscribe();
    for (const card of cards.values()) card.destroy();
    section.remove();
    unmount();
  };
}

/** What waits or is held back, and the pages that the user has opened. */
function otherParts(inbox: Inbox): readonly HTMLElement[] {
  const { waiting, held, links } = inbox.getSnapshot();
  return [
    ...(waiting.length > 0 ? [element("p", {}, `${waiting.length} more waiting.`)] : []),
    ...held.map(({ server, count }) =>
      element(
        "p",
        {},
        `${server} has asked too often: ${count} held back. `,
        button("Show them", () => inbox.showHeld(server)),
        button("Refuse them", () => inbox.refuseHeld(server)),
      ),
    ),
    ...links.map(({ id, server, message, code, state, canStop }) =>
      element(
        "p",
        {},
        `${server}: ${message}${code === undefined ? "" : ` Code: ${code}.`} `,
        state === "completed" ? "Done there. " : "Open in another tab. ",
        button("Open again", () => void inbox.openAgain(id)),
        canStop && button("Stop the call", () => inbox.stopCall(id)),
      ),
    ),
  ];
}
