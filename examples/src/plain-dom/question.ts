import {
  accept,
  cancel,
  decline,
  type ElicitResult,
  type Inbox,
  type OpenQuestion,
} from "midcall/client";
import { button, element, newId } from "./element.js";
import { createFormAnswer } from "./form-answer.js";
import { createLinkAnswer } from "./link-answer.js";

/** What the user answers a question with. */
export interface Answering {
  readonly element: HTMLElement;
  readonly buttons: readonly HTMLButtonElement[];
  /** What its button of the type `submit` does, and Enter in a field. */
  submit?(): void;
  destroy(): void;
}

/** A click or a key in this time after a question has appeared was meant for something else. */
const NOTICED_MS = 1000;

/** The card of a question. */
export interface QuestionCard {
  readonly element: HTMLElement;
  /** To be called once the element is in the page. */
  shown(): void;
  focus(): void;
  destroy(): void;
}

export function createQuestionCard(inbox: Inbox, question: OpenQuestion): QuestionCard {
  const { id, server, serverWarnings = [], message, needsApproval } = question;
  const headingId = newId();
  const heading = element("h3", { id: headingId, tabindex: "-1" }, `${server} asks`);
  const problem = element("p", { role: "alert", class: "error" });
  const respond = (result: ElicitResult, via?: string): ReturnType<Inbox["respond"]> => {
    const outcome = inbox.respond(id, result, via);
    problem.textContent = outcome.ok ? "" : outcome.errors.join(" ");
    return outcome;
  };

  const answering = needsApproval
    ? createPermission(inbox, question)
    : question.mode === "form"
      ? createFormAnswer(question, respond)
      : createLinkAnswer(question, (via) => respond(accept(), via));
  const refuse = [
    button("Decline", () => void respond(decline())),
    button("Not now", () => void respond(cancel())),
  ];
  const actions = element("div", { class: "actions" }, ...answering.buttons, ...refuse);
  const form = element("form", { novalidate: true }, answering.element, problem, actions);
  const card = element(
    "article",
    { "aria-labelledby": headingId },
    heading,
    ...serverWarnings.map((one) => element("p", { class: "warning" }, one.message)),
    // Before the user has allowed the server to ask, only its name is shown.
    !needsApproval && element("blockquote", {}, message),
    form,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    answering.submit?.();
  });

  let isNoticed = false;
  const timer = setTimeout(() => (isNoticed = true), NOTICED_MS);
  const guard = (event: Event): void => {
    const isHeld = event instanceof KeyboardEvent && event.repeat && event.key === "Enter";
    const isEarly = !isNoticed && event.type === "click" && actions.contains(event.target as Node);
    if (!isHeld && !isEarly) return;
    event.preventDefault();
    event.stopPropagation();
  };
  for (const type of ["click", "keydown"]) card.addEventListener(type, guard, true);

  // The time for the answer runs only while the question is on a visible page.
  let hide: (() => void) | undefined;
  const look = (): void => {
    hide?.();
    hide = document.visibilityState === "visible" ? inbox.markVisible(id) : undefined;
  };

  return {
    element: card,
    shown() {
      look();
      document.addEventListener("visibilitychange", look);
    },
    focus: () => heading.focus(),
    destroy() {
      clearTimeout(timer);
      hide?.();
      document.removeEventListener("visibilitychange", look);
      answering.destroy();
      card.remove();
    },
  };
}

/** Asks whether a server may ask. */
function createPermission(inbox: Inbox, { id, server }: OpenQuestion): Answering {
  return {
    element: element("p", {}, `${server} wants to ask you something.`),
    buttons: [
      button("Show this question", () => inbox.setPermission(id, "show")),
      button("Always show its questions", () => inbox.setPermission(id, "always")),
      button(`Block ${server}`, () => inbox.setPermission(id, "block")),
    ],
    destroy() {},
  };
}
