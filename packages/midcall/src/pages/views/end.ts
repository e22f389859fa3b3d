import { notice } from "./layout.js";
import type { PageMessages } from "../messages.js";
import type { VisitEnd } from "../../contracts/pages.js";
import type { Flow } from "../flows/flow.js";

/** How a visit ended, told to the person it was for. */
export function endPage(texts: PageMessages, { kind, server }: Flow, outcome: VisitEnd): string {
  const say = (title: string, text: string, good = false): string =>
    notice(texts, title, text, { good, from: server });
  switch (outcome.status) {
    case "done": {
      const titles = {
        secret: outcome.checked ? texts.doneSecretChecked : texts.doneSecret,
        connect: texts.doneConnect,
        approval: texts.doneApproval,
        answer: texts.doneAnswer,
      };
      return say(titles[kind], texts.backToAssistant, true);
    }
    case "declined":
      return say(texts.declinedTitle, texts.endedText);
    case "cancelled":
      return say(texts.cancelledTitle, texts.endedText);
    case "expired":
    case "wrong-person":
      return say(texts.expiredTitle, texts.expiredText);
    case "provider-error":
      return say(
        texts.providerErrorTitle,
        outcome.error === "access_denied"
          ? texts.providerDenied
          : outcome.error === "insufficient_scope"
            ? texts.providerLess
            : texts.providerErrorText,
      );
    case "failed":
      return say(texts.failedTitle, texts.failedText);
  }
}
