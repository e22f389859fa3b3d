import { notice } from "./layout.js";
import type { PageMessages } from "../messages.js";
import type { VisitEnd } from "../../contracts/pages.js";
import type { Flow } from "../flows/flow.js";

/** The page that shows the user how the visit ended. */
export function endPage(texts: PageMessages, { kind, server }: Flow, outcome: VisitEnd): string {
  const render = (title: string, text: string, good = false): string =>
    notice(texts, title, text, { good, from: server });
  switch (outcome.status) {
    case "done": {
      const titles = {
        secret: outcome.checked ? texts.doneSecretChecked : texts.doneSecret,
        connect: texts.doneConnect,
        approval: texts.doneApproval,
        answer: texts.doneAnswer,
      };
      return render(titles[kind], texts.backToAssistant, true);
    }
    case "declined":
      return render(texts.declinedTitle, texts.endedText);
    case "cancelled":
      return render(texts.cancelledTitle, texts.endedText);
    case "expired":
    case "wrong-user":
      return render(texts.expiredTitle, texts.expiredText);
    case "provider-error":
      return render(
        texts.providerErrorTitle,
        outcome.error === "access_denied"
          ? texts.providerDenied
          : outcome.error === "insufficient_scope"
            ? texts.providerLess
            : texts.providerErrorText,
      );
    case "failed":
      return render(texts.failedTitle, texts.failedText);
  }
}
