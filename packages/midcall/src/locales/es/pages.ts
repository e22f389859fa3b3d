import type { PageMessages } from "../../pages/messages.js";
import { issueText, warningsOf } from "../parts/issues.js";
import { issues, warnings } from "./issues.js";
import { limits, shared } from "./shared.js";
import { words } from "./words.js";

const { text, plural, number } = words;
const { urlWarning, urlRefusal } = /* @__PURE__ */ warningsOf(warnings);

const BACK = "Puede cerrar esta página y volver a su asistente.";
const NEW_LINK = "Pida un nuevo enlace a su asistente.";
const NOTHING = "No se envió nada.";

/** The texts of `midcall/pages` in Spanish. */
export const pages: PageMessages = {
  .../* @__PURE__ */ shared(words),
  ...limits,
  lang: "es",
  dir: "ltr",
  from: (server) => text`${server} pregunta`,
  fromTool: (server, tool) => text`${server} pregunta, para su herramienta ${tool}`,
  errorsTitle: "Corrija lo siguiente",
  timeZone: "Zona horaria",
  ownTimeZone: "Zona horaria de este equipo",
  staleForm: `${NOTHING} Esta página no estaba actualizada o su navegador bloquea las cookies. Inténtelo de nuevo.`,
  staleFormLost: `${NOTHING} Esta página no estaba actualizada o su navegador bloquea las cookies. Lo que introdujo no se conserva aquí, pero el botón Atrás de su navegador quizá lo muestre.`,
  signedInAs: (label) => text`Sesión iniciada como ${label}.`,
  signInTitle: "Inicie sesión para continuar",
  signInText: "Esta página es solo para una persona. Inicie sesión para confirmar que es usted.",
  signIn: "Iniciar sesión",
  otherAccount: "Usar otra cuenta",
  signInFailed: "No se pudo iniciar sesión. Inténtelo de nuevo.",
  codeTitle: "Introduzca el código",
  codeText: "Su asistente mostró un código junto con este enlace.",
  codeLabel: "Código",
  codeWarning:
    "Introduzca solo un código que su propio asistente acabe de mostrarle. Si otra persona le envió este enlace, cierre la página.",
  codeWrong: "Ese no es el código de esta página.",
  codeEnter: "Introduzca el código.",
  goOn: "Continuar",
  secretTitle: (server) => text`${server} necesita un secreto suyo`,
  secretLabel: "Secreto",
  secretNote:
    "Lo que introduzca aquí se guarda cifrado. Su asistente y su modelo de IA nunca lo ven.",
  save: "Guardar",
  checkFailed: "El secreto se probó y no funciona.",
  checkUnavailable: "El secreto no se pudo probar ahora, así que no se guardó. Inténtelo de nuevo.",
  saveFailed: "El secreto no se pudo guardar ahora. Inténtelo de nuevo.",
  tooLong: "El secreto es demasiado largo para guardarlo. No se guardó nada.",
  connectTitle: (provider) => text`Conectar ${provider}`,
  connectText: (provider, host) =>
    text`Irá a ${provider} (${host}), donde decidirá si permite el acceso.`,
  connectScopes: "Se solicitan estos permisos:",
  connect: (provider) => text`Continuar a ${provider}`,
  connectFailed: "No se pudo conectar. No se guardó nada. Puede intentarlo de nuevo.",
  leavingTitle: (host) => text`Continuando a ${host}`,
  leavingText: "Si no ocurre nada, use este enlace:",
  approvalTitle: "Se necesita su aprobación",
  approvalGo: (host) => text`Continuar a ${host}`,
  approve: "Sí, aprobar",
  approvalWaiting: "Cuando termine allí, su asistente continuará automáticamente.",
  answerTitle: "Una pregunta para usted",
  answered: "Su respuesta",
  notSent: "Lo que introdujo no se envió",
  unsupported: "Este campo no se puede mostrar aquí y se omite.",
  unsupportedForm:
    "Este formulario no se puede rellenar aquí. Puede rechazarlo o dejarlo sin responder.",
  backToAssistant: BACK,
  backToAssistantAnswered: `${BACK} Si no continúa por sí solo, pídaselo.`,
  doneSecret: "Guardado",
  doneSecretChecked: "Probado y guardado",
  doneConnect: "Conectado",
  doneApproval: "Listo",
  doneAnswer: "Enviado",
  declinedTitle: "Ha rechazado",
  cancelledTitle: "Cerrado sin responder",
  endedText: `${NOTHING} ${BACK}`,
  expiredTitle: "Este enlace ha caducado",
  expiredText: `${NOTHING} ${NEW_LINK}`,
  providerErrorTitle: "La cuenta no se conectó",
  providerErrorText: `El otro servicio lo denegó. Para intentarlo de nuevo: ${NEW_LINK}`,
  providerDenied: "No permitió el acceso, así que no se conectó nada.",
  providerLess: `No se concedieron todos los permisos necesarios, así que no se guardó nada. Para intentarlo de nuevo: ${NEW_LINK}`,
  failedTitle: "Algo ha fallado",
  failedText: NEW_LINK,
  finishingTitle: "Un momento",
  finishingText: "Esto se está completando. Recargue la página para ver el resultado.",
  nothingTitle: "Este enlace no está disponible",
  nothingText: `Puede estar incompleto, caducado, ya usado o ser para otra persona. ${NEW_LINK}`,
  tooManyTitle: "Demasiados intentos",
  tooManyText: "No se ha perdido nada. Espere un minuto e inténtelo de nuevo.",
  tooLargeTitle: "Demasiado texto",
  tooLargeText: `Lo que introdujo es más largo de lo que acepta esta página. ${NOTHING} Vuelva atrás y acórtelo.`,
  badRequestTitle: "Esta solicitud no se puede procesar",
  badRequestText: "La página recibió algo inesperado. Vuelva atrás e inténtelo de nuevo.",
  brokenTitle: "Algo ha fallado",
  brokenText:
    "Inténtelo de nuevo dentro de un momento. Lo guardado anteriormente no se ha perdido.",
  unconfirmedTitle: "Es posible que su asistente aún no lo sepa",
  unconfirmedSaved:
    "Lo que introdujo se guardó, pero no pudimos avisar a su asistente. Continúe para intentarlo de nuevo.",
  unconfirmedText:
    "No pudimos confirmar que su respuesta se recibiera. Continúe para comprobarlo; responder dos veces no es un problema.",
  waiting: (count) =>
    plural(count, {
      one: "1 pregunta más en espera.",
      many: `${number(count)} de preguntas más en espera.`,
      other: `${number(count)} preguntas más en espera.`,
    }),
  nextQuestion: "Pregunta siguiente",
  questionExpiredTitle: "Esta pregunta ha caducado",
  questionExpiredText: `${NOTHING} Pida a su asistente que lo intente de nuevo.`,
  serverEnded: "El programa que preguntó ha terminado. No se envió nada. Puede cerrar esta página.",
  withdrawnTitle: "Esta pregunta se retiró",
  withdrawnText: `${NOTHING} ${BACK}`,
  answeredElsewhereTitle: "Esta pregunta se respondió en otro lugar",
  answeredElsewhereText: `No se envió nada desde esta página. ${BACK}`,
  linkTitle: "Un enlace para usted",
  leadsTo: "El enlace lleva a",
  ownerUnknown: "Lea la dirección desde el final: solo la última parte dice de quién es la página.",
  fullAddress: "Dirección completa",
  linkWarnings: "Compruebe esto antes de abrir el enlace:",
  linkRefused: "Este enlace no se puede abrir aquí:",
  issue: /* @__PURE__ */ issueText(issues),
  urlWarning,
  urlRefusal,
};
