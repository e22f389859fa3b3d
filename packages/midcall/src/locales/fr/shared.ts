import type { LimitMessages, SharedMessages } from "../../messages/shared-messages.js";
import type { words } from "./words.js";

/** French: the words that React, the terminal and the pages share. */
export const shared = ({ text }: typeof words): SharedMessages => ({
  decline: "Refuser",
  cancel: "Pas maintenant",
  send: "Envoyer",
  review: "Vérifier",
  reviewTitle: "Vérifiez votre réponse",
  edit: "Modifier",
  agree: "Accepter",
  yes: "Oui",
  no: "Non",
  noAnswer: "Sans réponse",
  notAnswered: "Non renseigné",
  suggested: "suggéré par le serveur",
  required: "obligatoire",
  optional: "facultatif",
  choose: "Choisir…",
  open: (host) => text`Ouvrir ${host}`,
  openAgain: "Ouvrir à nouveau",
  continue: "J’ai terminé, continuer",
});

/** French: limits of fields. */
export const limits: LimitMessages = {
  between: (low, high, of) => {
    const range = low === high ? String(low) : `de ${low} à ${high}`;
    if (of === "options") return `Choisissez ${range}${high > 1 ? " options" : " option"}.`;
    if (of === "characters") return `Saisissez ${range}${high > 1 ? " caractères" : " caractère"}.`;
    return low === high ? `Saisissez ${low}.` : `Saisissez une valeur ${range}.`;
  },
  checkedFormat: "Le serveur vérifie le format.",
};
