import { words } from "../../../src/locales/fr/words.js";
import type { Asker } from "../question/view-state.js";
import type { ViewMessages } from "./view-messages.js";

const { text, plural, number } = words;
const tool = ({ tool: name }: Asker): string => (name ? text`«\u00a0${name}\u00a0»` : "l’outil");
const toServer = ({ server }: Asker): string =>
  server ? text`à «\u00a0${server}\u00a0»` : "au serveur";
// What goes to the model has no direction isolates.
const ofTool = ({ tool: name }: Asker): string => `de l’outil${name && ` «\u00a0${name}\u00a0»`}`;

const askAgain = (asker: Asker): string =>
  `Pour continuer, demandez à nouveau ${tool(asker)} dans la conversation.`;
const CALL_AGAIN = "Merci de l’appeler à nouveau avec les mêmes arguments.";
const LOADING = { title: "Chargement…", text: "" };

/** The texts of the View in French. */
export const fr: ViewMessages = {
  title: "Question",
  question: "Une question pour vous",
  theServer: "Le serveur",
  phases: {
    connecting: LOADING,
    looking: LOADING,
    running: {
      title: "L’outil est en cours d’exécution.",
      text: "S’il a une question pour vous, elle s’affichera ici.",
    },
    "no-host": {
      title: "Cette vue n’est pas connectée à son application.",
      text: "Rechargez l’application ou continuez dans la conversation.",
    },
    empty: {
      title: "Il n’y a rien à répondre ici.",
      text: "Cet appel n’a pas de question pour vous ici. Si la conversation indique qu’une question vous attend, continuez là-bas.",
    },
    unreadable: {
      title: "Cette question ne peut pas être affichée ici.",
      text: "Aucune réponse n’a été donnée. Demandez dans la conversation comment continuer.",
    },
  },
  done: {
    accept: (asker) => `Votre réponse a été envoyée ${toServer(asker)}.`,
    decline: (asker) => `Vous avez refusé. Votre refus a été transmis ${toServer(asker)}.`,
    cancel: () => "Vous avez fermé la question sans répondre.",
  },
  next: {
    telling: () => "Transmission à la conversation…",
    host: () => "L’appel continue.",
    message: () => "La conversation continue d’elle-même.",
    context: () =>
      "Envoyez un message dans la conversation, par exemple «\u00a0Continuer\u00a0». Le modèle saura alors que vous avez pris votre décision.",
    chat: (asker) => `Votre décision est enregistrée. ${askAgain(asker)}`,
  },
  over: {
    answered: (asker) => ({
      title: "Cette question a déjà reçu une réponse.",
      text: `Si la conversation n’a pas continué, demandez-y à nouveau ${tool(asker)}.`,
    }),
    closed: () => ({
      title: "Cette question est fermée.",
      text: "Elle a déjà reçu une réponse ou n’est plus nécessaire. Continuez dans la conversation.",
    }),
    expired: (asker) => ({
      title: "Le temps pour cette question est écoulé.",
      text: `Aucune réponse n’a été acceptée. ${askAgain(asker)}`,
    }),
    unknown: (asker) => ({
      title: "Le serveur ne connaît plus cette question.",
      text: `Il a peut-être redémarré. ${askAgain(asker)}`,
    }),
  },
  notPassedOn: (asker) =>
    `Cette application n’a pas transmis votre réponse ${toServer(asker)}. Réessayez et autorisez-le si la question vous est posée. Si cela ne suffit pas, continuez dans la conversation.`,
  notConfirmed:
    "La réception de votre réponse n’est pas confirmée. Envoyez-la à nouveau\u00a0: une seule réponse compte.",
  notAccepted: "Le serveur n’a pas accepté cette réponse.",
  openUntil: (time) => text`Fin du délai de réponse\u00a0: ${time}.`,
  moreQuestions: (count) =>
    plural(count, {
      one: `${number(count)} autre question suit.`,
      many: `${number(count)} d’autres questions suivent.`,
      other: `${number(count)} autres questions suivent.`,
    }),
  toModel: {
    accept: (asker) => `J’ai répondu à la question ${ofTool(asker)}. ${CALL_AGAIN}`,
    decline: (asker) => `J’ai refusé la question ${ofTool(asker)}. ${CALL_AGAIN}`,
    cancel: (asker) => `J’ai fermé la question ${ofTool(asker)} sans répondre. ${CALL_AGAIN}`,
  },
};
