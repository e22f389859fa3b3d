import { words } from "../../../src/locales/es/words.js";
import type { Asker } from "../question/view-state.js";
import type { ViewMessages } from "./view-messages.js";

const { text, plural, number } = words;
const tool = ({ tool: name }: Asker): string => (name ? text`«${name}»` : "la herramienta");
const toServer = ({ server }: Asker): string => (server ? text`a «${server}»` : "al servidor");
// What goes to the model has no direction isolates.
const ofTool = ({ tool: name }: Asker): string => `de la herramienta${name && ` «${name}»`}`;

const askAgain = (asker: Asker): string =>
  `Para continuar, pida de nuevo ${tool(asker)} en el chat.`;
const CALL_AGAIN = "Por favor, volver a llamarla con los mismos argumentos.";
const LOADING = { title: "Cargando…", text: "" };

/** The texts of the View in Spanish. */
export const es: ViewMessages = {
  title: "Pregunta",
  question: "Una pregunta para usted",
  theServer: "El servidor",
  phases: {
    connecting: LOADING,
    looking: LOADING,
    running: {
      title: "La herramienta se está ejecutando.",
      text: "Si tiene una pregunta para usted, aparecerá aquí.",
    },
    "no-host": {
      title: "Esta vista no está conectada con su aplicación.",
      text: "Recargue la aplicación o continúe en el chat.",
    },
    empty: {
      title: "Aquí no hay nada que responder.",
      text: "Esta llamada no tiene aquí ninguna pregunta para usted. Si el chat dice que hay una en espera, continúe allí.",
    },
    unreadable: {
      title: "Esta pregunta no se puede mostrar aquí.",
      text: "No se ha respondido nada. Pregunte en el chat cómo continuar.",
    },
  },
  done: {
    accept: (asker) => `Su respuesta se envió ${toServer(asker)}.`,
    decline: (asker) => `Ha rechazado la pregunta. Se ha comunicado ${toServer(asker)}.`,
    cancel: () => "Ha cerrado la pregunta sin responder.",
  },
  next: {
    telling: () => "Informando al chat…",
    host: () => "La llamada continúa.",
    message: () => "El chat continúa por sí solo.",
    context: () =>
      "Envíe un mensaje en el chat, por ejemplo «Continuar». Así el modelo sabrá que usted ya ha decidido.",
    chat: (asker) => `Su decisión está guardada. ${askAgain(asker)}`,
  },
  over: {
    answered: (asker) => ({
      title: "Esta pregunta ya está respondida.",
      text: `Si el chat no ha continuado, pida allí de nuevo ${tool(asker)}.`,
    }),
    closed: () => ({
      title: "Esta pregunta está cerrada.",
      text: "Ya se respondió o ya no es necesaria. Continúe en el chat.",
    }),
    expired: (asker) => ({
      title: "Se acabó el tiempo para esta pregunta.",
      text: `No se aceptó ninguna respuesta. ${askAgain(asker)}`,
    }),
    unknown: (asker) => ({
      title: "El servidor ya no conoce esta pregunta.",
      text: `Es posible que se haya reiniciado. ${askAgain(asker)}`,
    }),
  },
  notPassedOn: (asker) =>
    `Esta aplicación no ha pasado su respuesta ${toServer(asker)}. Inténtelo de nuevo y permítalo si se le pregunta. Si eso no ayuda, continúe en el chat.`,
  notConfirmed:
    "No se ha confirmado que su respuesta haya llegado. Envíela de nuevo: solo cuenta una respuesta.",
  notAccepted: "El servidor no ha aceptado esta respuesta.",
  openUntil: (time) => text`Fin del plazo para responder: ${time}.`,
  moreQuestions: (count) =>
    plural(count, {
      one: "Sigue 1 pregunta más.",
      many: `Siguen ${number(count)} de preguntas más.`,
      other: `Siguen ${number(count)} preguntas más.`,
    }),
  toModel: {
    accept: (asker) => `He respondido a la pregunta ${ofTool(asker)}. ${CALL_AGAIN}`,
    decline: (asker) => `He rechazado la pregunta ${ofTool(asker)}. ${CALL_AGAIN}`,
    cancel: (asker) => `He cerrado la pregunta ${ofTool(asker)} sin responder. ${CALL_AGAIN}`,
  },
};
