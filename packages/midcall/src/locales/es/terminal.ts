import type { ReviewReason } from "../../form/answer-layout.js";
import { minutesOf } from "../../messages/minutes.js";
import type { TerminalMessages } from "../../terminal/messages.js";
import { askedAgain } from "../parts/asked-again.js";
import { issueText, warningsOf } from "../parts/issues.js";
import { issues, warnings } from "./issues.js";
import { shared } from "./shared.js";
import { terminalWords } from "./words.js";

const { text, plural, number, all, either } = terminalWords;
const { urlWarning, nameWarning } = /* @__PURE__ */ warningsOf(warnings);

const range = (minimum: number | undefined, maximum: number | undefined, unit = ""): string => {
  if (minimum !== undefined && minimum === maximum) return `exactamente ${minimum}${unit}`;
  if (minimum === undefined) return `como máximo ${maximum}${unit}`;
  return maximum === undefined ? `al menos ${minimum}${unit}` : `de ${minimum} a ${maximum}${unit}`;
};

const because = (reason: ReviewReason, suggested: number): string => {
  switch (reason) {
    case "suggested":
      return plural(suggested, {
        one: "el servidor ha sugerido un valor",
        many: `el servidor ha sugerido ${number(suggested)} de valores`,
        other: `el servidor ha sugerido ${number(suggested)} valores`,
      });
    case "secret":
      return "puede contener un secreto";
    case "offset":
      return "una hora se envía con su diferencia con UTC";
    case "long":
      return "es larga";
  }
};

/** The texts of `midcall/terminal` in Spanish. */
export const terminal: TerminalMessages = {
  .../* @__PURE__ */ shared(terminalWords),
  asks: (server, tool) =>
    tool ? text`${server} pregunta (durante ${tool}):` : text`${server} pregunta:`,
  selfGiven: (name) =>
    text`El servidor se da este nombre a sí mismo. Usted lo inició como ${name}.`,
  waiting: (count, servers) =>
    `${plural(count, { one: "1 pregunta más", many: `${number(count)} de preguntas más`, other: `${number(count)} preguntas más` })} en espera, de ${all(servers)}.`,
  timeLeft: (seconds) =>
    seconds >= 120
      ? `${number(minutesOf(seconds))} minutos para responder.`
      : plural(seconds, {
          one: "1 segundo para responder.",
          many: `${number(seconds)} de segundos para responder.`,
          other: `${number(seconds)} segundos para responder.`,
        }),
  moreTime:
    "El tiempo vuelve a empezar con cada campo que responde, o cuando pulsa Esc y continúa.",
  secretWarning: (server, labels) =>
    `Esto parece pedir un secreto (${all(labels)}). Lo que introduzca se muestra en la pantalla, ${text`se envía a ${server}`} y puede llegar a un modelo. En caso de duda, rechace.`,
  more: (characters) => text`… (${characters} caracteres más)`,
  readOn: "Espacio o Intro muestra más.",
  keys: "Esc o Ctrl-C: rechazar o salir. Otra vez Ctrl-C: detener el programa.",
  choiceKeys: "En una elección: su tecla, o flechas e Intro; ? muestra esto.",
  wrongKey: (keys) => `Pulse ${either(keys)}, o use las flechas e Intro.`,

  held: (server, count) =>
    plural(count, {
      one: text`1 pregunta más de ${server} está retenida, porque el servidor pregunta demasiado. ¿Mostrarla?`,
      many: text`${count} de preguntas más de ${server} están retenidas, porque el servidor pregunta demasiado. ¿Mostrarlas?`,
      other: text`${count} preguntas más de ${server} están retenidas, porque el servidor pregunta demasiado. ¿Mostrarlas?`,
    }),
  showHeld: "Sí, mostrar",
  refuseHeld: "No, denegar",

  mayAsk: (server) => text`¿Permitir que ${server} le haga una pregunta?`,
  showOnce: "Mostrar esta pregunta",
  showAlways: "Permitir siempre este servidor",
  block: "Bloquear este servidor",

  notAnsweredYet: "Aún sin responder",
  chooseOne: "Elija una respuesta.",
  done: "listo",
  search: {
    label: "Buscar:",
    matches: (count) =>
      plural(count, {
        one: "(1 resultado)",
        many: `(${number(count)} de resultados)`,
        other: `(${number(count)} resultados)`,
      }),
    noMatches: "Sin resultados",
    keys: "↑/↓: elegir • Intro: confirmar • Escribir: buscar",
    tickKeys: (space) =>
      `↑/↓: recorrer • ${space ? "Espacio/Tab" : "Tab"}: elegir • Intro: confirmar • Escribir: buscar`,
    ticked: (count) =>
      plural(count, {
        one: "1 elemento elegido",
        many: `${number(count)} de elementos elegidos`,
        other: `${number(count)} elementos elegidos`,
      }),
  },
  pasted: (index, characters) => text`[pegado ${index}: ${characters} caracteres]`,
  hints: {
    email: "una dirección de correo electrónico",
    uri: "una URL completa, como https://example.com",
    date: "una fecha: año-mes-día, como 2026-01-31",
    dateTime: (zone) =>
      zone === undefined
        ? "una fecha y hora, como 2026-01-31 09:30; puede añadir la diferencia con UTC, como +01:00"
        : text`una fecha y hora, como 2026-01-31 09:30; en ${zone}, salvo que añada la diferencia con UTC`,
    number: "un número, con punto decimal",
    integer: "un número entero",
    lines: "Intro: línea nueva. Tab y después Intro: listo",
    list: "Arriba/Abajo: elegir, Intro: listo",
    ticks: "Espacio: elegir, Intro: listo",
    between: (minimum, maximum) => range(minimum, maximum),
    moreThan: (limit) => `más de ${limit}`,
    lessThan: (limit) => `menos de ${limit}`,
    steps: (step) => `en pasos de ${step}`,
    only: (answer) => `solo se puede enviar ${answer}`,
    length: (minimum, maximum) =>
      range(minimum, maximum, (maximum ?? minimum ?? 0) > 1 ? " caracteres" : " carácter"),
    count: (minimum, maximum) =>
      `elegir ${range(minimum, maximum, (maximum ?? minimum ?? 0) > 1 ? " opciones" : " opción")}`,
    pattern: "se comprueba el formato",
    patternUnchecked: "el servidor comprueba el formato",
  },
  sentAs: (value) => text`Se enviará como ${value}`,
  unsupported: (label, required) =>
    required
      ? text`«${label}» no se puede mostrar aquí, y el servidor lo exige.`
      : text`«${label}» no se puede mostrar aquí. Es opcional y se omitirá.`,
  cannotSend:
    "Este formulario no se puede enviar desde aquí. Puede rechazarlo o cerrarlo por ahora.",

  reviewBecause: (title, reasons, suggested) =>
    reasons.length === 0
      ? `${title}:`
      : `${title}: ${reasons.map((reason) => because(reason, suggested)).join(", y ")}.`,
  nothing: "Solo se enviará su conformidad.",
  whatNow: "¿Y ahora?",
  editWhich: "¿Qué campo?",
  back: "Atrás",
  goOn: "Continuar",
  stopHere: (typed) =>
    typed ? "¿Dejar de responder? Lo que ha introducido se perderá." : "¿Dejar de responder?",
  fixFirst: "Su respuesta no se envió. Corrija lo siguiente:",

  link: (host) => text`El servidor le pide que abra esta página en ${host}:`,
  linkHost: (unicode) => text`El host también se escribe ${unicode}`,
  urlWarning,
  nameWarning,
  askedAgain: /* @__PURE__ */ askedAgain(issues),
  issue: /* @__PURE__ */ issueText(issues),
  opening: "Abriendo la página…",
  wait: "Esperar",
  opened:
    "La página está abierta. Cuando termine allí, esto continúa por sí solo, o puede continuarlo usted.",
  notOpened: "La página no se abrió. No se envió nada. Puede abrir esta dirección por su cuenta:",
  openedMyself: "La he abierto por mi cuenta",
  linkOpen: (host) =>
    text`La página de ${host} está abierta. La llamada continúa cuando usted termine.`,
  linkDone: (host) => text`Ha terminado en ${host}. La llamada continúa.`,
  code: "Código:",
  hideLink: "Ocultar esto",
  stopCall: "Detener la llamada",

  sent: "Enviado.",
  declined: "Rechazado: su respuesta es no.",
  cancelled: "Cerrado: no se envió ninguna respuesta.",
  blocked: (server) => text`${server} está bloqueado.`,
  outOfTime: "Se acabó el tiempo. No se envió ninguna respuesta.",
  withdrawn: "Esta pregunta está cerrada: se retiró o se respondió en otro lugar.",
  linkOver: "Esta pregunta está cerrada: se completó la página o se retiró la pregunta.",
  interruptAgain: "Pulse otra vez Ctrl-C para detener el programa.",
  failed: "No se pudo mostrar la pregunta:",
};
