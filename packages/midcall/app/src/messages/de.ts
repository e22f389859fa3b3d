import { words } from "../../../src/locales/de/words.js";
import type { Asker } from "../question/view-state.js";
import type { ViewMessages } from "./view-messages.js";

const { text, plural, number } = words;
const tool = ({ tool: name }: Asker): string => (name ? text`„${name}“` : "das Werkzeug");
const toServer = ({ server }: Asker): string => (server ? text`„${server}“` : "den Server");
// What goes to the model has no direction isolates.
const ofTool = ({ tool: name }: Asker): string => `des Werkzeugs${name && ` „${name}“`}`;

const askAgain = (asker: Asker): string =>
  `Um fortzufahren, fordern Sie im Chat ${tool(asker)} erneut an.`;
const CALL_AGAIN = "Bitte noch einmal mit denselben Argumenten aufrufen.";
const LOADING = { title: "Wird geladen …", text: "" };

/** The texts of the View in German. */
export const de: ViewMessages = {
  title: "Frage",
  question: "Eine Frage an Sie",
  theServer: "Der Server",
  phases: {
    connecting: LOADING,
    looking: LOADING,
    running: {
      title: "Das Werkzeug wird ausgeführt.",
      text: "Wenn es eine Frage an Sie hat, erscheint sie hier.",
    },
    "no-host": {
      title: "Diese Ansicht hat keine Verbindung zu ihrer App.",
      text: "Laden Sie die App neu oder machen Sie im Chat weiter.",
    },
    empty: {
      title: "Hier gibt es nichts zu beantworten.",
      text: "Dieser Aufruf hat hier keine Frage an Sie. Wenn laut Chat eine Frage wartet, machen Sie dort weiter.",
    },
    unreadable: {
      title: "Diese Frage kann hier nicht angezeigt werden.",
      text: "Es wurde nichts beantwortet. Fragen Sie im Chat, wie es weitergeht.",
    },
  },
  done: {
    accept: (asker) => `Ihre Antwort wurde an ${toServer(asker)} gesendet.`,
    decline: ({ server }) =>
      `Sie haben abgelehnt. ${server ? text`„${server}“` : "Dem Server"} wurde Ihr Nein mitgeteilt.`,
    cancel: () => "Sie haben die Frage ohne Antwort geschlossen.",
  },
  next: {
    telling: () => "Der Chat wird informiert …",
    host: () => "Der Aufruf geht weiter.",
    message: () => "Der Chat geht von selbst weiter.",
    context: () =>
      "Senden Sie im Chat eine Nachricht, zum Beispiel „Weiter“. Das Modell weiß dann, dass Sie entschieden haben.",
    chat: (asker) => `Ihre Entscheidung ist gespeichert. ${askAgain(asker)}`,
  },
  over: {
    answered: (asker) => ({
      title: "Diese Frage ist bereits beantwortet.",
      text: `Wenn der Chat nicht weitergegangen ist, fordern Sie dort ${tool(asker)} erneut an.`,
    }),
    closed: () => ({
      title: "Diese Frage ist geschlossen.",
      text: "Sie wurde schon beantwortet oder wird nicht mehr benötigt. Machen Sie im Chat weiter.",
    }),
    expired: (asker) => ({
      title: "Die Zeit für diese Frage ist abgelaufen.",
      text: `Es wurde keine Antwort angenommen. ${askAgain(asker)}`,
    }),
    unknown: (asker) => ({
      title: "Der Server kennt diese Frage nicht mehr.",
      text: `Vielleicht wurde er neu gestartet. ${askAgain(asker)}`,
    }),
  },
  notPassedOn: (asker) =>
    `Diese App hat Ihre Antwort nicht an ${toServer(asker)} weitergegeben. Versuchen Sie es erneut und erlauben Sie es, wenn Sie gefragt werden. Wenn das nicht hilft, machen Sie im Chat weiter.`,
  notConfirmed:
    "Es ist nicht bestätigt, dass Ihre Antwort angekommen ist. Senden Sie sie noch einmal: Nur eine Antwort zählt.",
  notAccepted: "Der Server hat diese Antwort nicht angenommen.",
  openUntil: (time) => text`Sie können bis ${time} antworten.`,
  moreQuestions: (count) =>
    plural(count, {
      one: "Es folgt noch 1 Frage.",
      other: `Es folgen noch ${number(count)} Fragen.`,
    }),
  toModel: {
    accept: (asker) => `Ich habe die Frage ${ofTool(asker)} beantwortet. ${CALL_AGAIN}`,
    decline: (asker) => `Ich habe die Frage ${ofTool(asker)} abgelehnt. ${CALL_AGAIN}`,
    cancel: (asker) =>
      `Ich habe die Frage ${ofTool(asker)} ohne Antwort geschlossen. ${CALL_AGAIN}`,
  },
};
