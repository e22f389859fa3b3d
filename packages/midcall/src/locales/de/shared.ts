import type { LimitMessages, SharedMessages } from "../../messages/shared-messages.js";
import type { words } from "./words.js";

/** German: the words that React, the terminal and the pages share. */
export const shared = ({ text }: typeof words): SharedMessages => ({
  decline: "Ablehnen",
  cancel: "Nicht jetzt",
  send: "Senden",
  review: "Prüfen",
  reviewTitle: "Prüfen Sie Ihre Antwort",
  edit: "Bearbeiten",
  agree: "Zustimmen",
  yes: "Ja",
  no: "Nein",
  noAnswer: "Keine Angabe",
  notAnswered: "Nicht beantwortet",
  suggested: "vom Server vorgeschlagen",
  required: "erforderlich",
  optional: "optional",
  choose: "Auswählen …",
  open: (host) => text`${host} öffnen`,
  openAgain: "Erneut öffnen",
  continue: "Ich bin fertig, weiter",
});

/** German: limits of fields. */
export const limits: LimitMessages = {
  between: (low, high, of) => {
    const range = low === high ? String(low) : `${low} bis ${high}`;
    if (of === "options") return `Wählen Sie ${range} aus.`;
    return `Geben Sie ${range}${of === "characters" ? " Zeichen" : ""} ein.`;
  },
  checkedFormat: "Der Server prüft das Format.",
};
