import type { RespondOutcome, UrlQuestion } from "midcall/client";
import { button, element } from "./element.js";
import type { Answering } from "./question.js";

/** A link: its whole address, the warnings about it, and a button that opens it. */
export function createLinkAnswer(
  question: UrlQuestion,
  respond: (via?: string) => RespondOutcome,
): Answering {
  const { link, code } = question;
  const host = new URL(link.url).host;
  const { before, highlight, after } = link.parts;
  const place = element("span");
  const open = button(`Open ${host}`, () => {
    const outcome = respond();
    if (outcome.ok || !outcome.notOpened) return;
    // The browser has blocked the tab. A plain link is never blocked, and its own click opens it.
    const attributes = { href: link.url, target: "_blank", rel: "noopener noreferrer" };
    const plain = element("a", attributes, `Open ${host} with this link`);
    plain.addEventListener("click", () => void respond("link"));
    place.replaceChildren(plain);
    plain.focus();
  });
  return {
    element: element(
      "div",
      {},
      element("p", { class: "address" }, before, element("mark", {}, highlight), after),
      ...link.warnings.map(({ message }) => element("p", { class: "warning" }, message)),
      code !== undefined && element("p", {}, "Code: ", element("strong", {}, code)),
      place,
    ),
    buttons: [open],
    destroy() {},
  };
}
