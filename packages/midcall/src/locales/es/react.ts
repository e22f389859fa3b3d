import { minutesOf } from "../../messages/minutes.js";
import type { ElicitationMessages } from "../../react/messages.js";
import { askedAgain } from "../parts/asked-again.js";
import { issueText, warningsOf } from "../parts/issues.js";
import { reactIssue } from "../parts/react-issue.js";
import { issues, warnings } from "./issues.js";
import { limits, shared } from "./shared.js";
import { words } from "./words.js";

const { text, plural, number, all } = words;
const { urlWarning, nameWarning, refusal } = /* @__PURE__ */ warningsOf(warnings);

const CALLS: Readonly<Record<string, string>> = {
  "tools/call": "Herramienta",
  "prompts/get": "Prompt",
  "resources/read": "Recurso",
};
/** A number with its noun. */
const counted = (count: number, one: string, other: string): string =>
  plural(count, {
    one: `${number(count)} ${one}`,
    many: `${number(count)} de ${other}`,
    other: `${number(count)} ${other}`,
  });

/** The texts of `midcall/react` in Spanish. */
export const react: ElicitationMessages = {
  lang: "es",
  dir: "ltr",
  .../* @__PURE__ */ shared(words),
  ...limits,
  asks: (server) => text`${server} pregunta`,
  call: ({ method, name }) => text`${CALLS[method] ?? method}: ${name}`,
  messageFrom: (server) => text`Mensaje de ${server}`,
  declineOrCancelHint: (server) =>
    text`«Rechazar» dice que no a «${server}». «Ahora no» cierra la pregunta sin respuesta.`,
  discardTitle: "¿Descartar lo que ha introducido?",
  discard: "Descartar",
  keep: "Seguir editando",
  sending: "Enviando…",
  notSent: "Su respuesta no se envió. Inténtelo de nuevo.",
  timeLeft: (seconds) =>
    `Tiempo restante: ${
      seconds > 60
        ? counted(minutesOf(seconds), "minuto", "minutos")
        : counted(seconds, "segundo", "segundos")
    }`,
  moreTime: "Más tiempo",
  canHaveMoreTime: (left) => `${left}; puede pedir más tiempo`,
  showMore: (characters) => text`Mostrar los ${characters} caracteres`,
  showLess: "Mostrar menos",

  secretForm: (labels, server) =>
    `${text`«${server}» parece pedir un secreto:`} ${all(labels)}. Los servidores de confianza piden los secretos en su propia página.`,
  secretField: "Esto parece un secreto.",
  unsupported: () => "Este campo no se puede mostrar aquí.",
  cannotSubmit:
    "Un campo obligatorio no se puede mostrar aquí, así que el formulario no se puede enviar.",
  onlyAnswer: (answer) => text`Solo se puede enviar «${answer}».`,
  timeZone: (offset, name) =>
    text`Zona horaria: ${name ?? `UTC${/^[+-]00:00$|^Z$/.test(offset) ? "" : offset}`}.`,
  sentAs: (value, zone) => text`Se envía como ${value}` + (zone ? text` (${zone})` : ""),
  chosenCount: (chosen, total) =>
    plural(chosen, {
      one: text`${chosen} de ${total} elegida`,
      many: text`${chosen} de ${total} elegidas`,
      other: text`${chosen} de ${total} elegidas`,
    }),
  search: "Escriba para buscar",
  searchIn: (label) => text`Buscar en ${label}`,
  optionsFound: (found) =>
    found === 0 ? "Ninguna opción coincide." : counted(found, "opción", "opciones"),
  incomplete: "Introduzca una fecha completa y válida.",
  problems: (problems) =>
    plural(problems, {
      one: "Corrija el siguiente problema",
      many: `Corrija los siguientes ${number(problems)} de problemas`,
      other: `Corrija los siguientes ${number(problems)} problemas`,
    }),
  problem: (label, message) => `${text`${label}`}: ${message}`,
  issue: /* @__PURE__ */ reactIssue(issueText(issues)),
  refusal,
  reviewFor: (server) => text`Solo esto se enviará a «${server}».`,

  leadsTo: "El enlace lleva a",
  fullAddress: "Dirección completa",
  alsoWritten: (host) => text`También se escribe ${host}`,
  warnings: "Compruebe esto antes de abrir el enlace:",
  urlWarning,
  nameWarning,
  askedAgain: /* @__PURE__ */ askedAgain(issues),
  outside: "La página se abre en su navegador.",
  opened: "La página está abierta. Termine allí y vuelva después.",
  notOpened: (attempt) =>
    `La página no se abrió${attempt > 1 ? ` (intento ${number(attempt)})` : ""}. Es posible que su navegador la haya bloqueado: use este enlace en su lugar.`,
  ownerUnknown: "Lea la dirección desde el final: solo la última parte dice de quién es la página.",
  codeFrom: (server) => text`Código para la página, de ${server}`,
  copyCode: "Copiar código",
  copied: "Copiado",

  openedPage: (host) => text`Abierta: ${host}`,
  linkOpen: (server) => text`Termine en la otra pestaña. «${server}» espera a que termine.`,
  linkCompleted: (host) => text`La página de ${host} está terminada. Puede cerrar su pestaña.`,
  stopCall: "Detener la llamada",
  closeLink: "Cerrar",

  held: (server, held, reason) =>
    `${text`${server}`} ${reason === "rate-limit" ? "ha hecho demasiadas preguntas en poco tiempo" : "tiene demasiadas preguntas abiertas"}. ${plural(held, { one: "1 está retenida.", many: `${number(held)} están retenidas.`, other: `${number(held)} están retenidas.` })}`,
  showHeld: (held) =>
    plural(held, {
      one: "Mostrarla de todos modos",
      many: "Mostrarlas de todos modos",
      other: "Mostrarlas de todos modos",
    }),
  refuseHeld: (held) => plural(held, { one: "Denegarla", many: "Denegarlas", other: "Denegarlas" }),

  approvalRequest: (server) => text`¿Permitir que «${server}» le haga una pregunta?`,
  approveOnce: "Mostrar esta pregunta",
  approveAlways: (server) => text`Permitir siempre «${server}»`,
  block: (server) => text`Bloquear «${server}»`,
  rule: (server) => text`Cuando ${server} pregunta`,
  ruleAllow: "Mostrar sus preguntas",
  ruleAsk: "Consultarme primero",
  ruleBlock: "Bloquear sus preguntas",
  rules: "Permisos",
  inbox: "Preguntas",
  empty: "No hay preguntas abiertas.",
  loading: "Cargando…",
  notLoaded: "No se pudieron cargar las preguntas. Inténtelo de nuevo o recargue la página.",
  tryAgain: "Intentar de nuevo",
  waiting: (waiting) =>
    plural(waiting, {
      one: "1 pregunta más en espera",
      many: `${number(waiting)} de preguntas más en espera`,
      other: `${number(waiting)} preguntas más en espera`,
    }),
  waitingFor: (server, waiting) =>
    `${text`${server}`}: ${counted(waiting, "pregunta", "preguntas")}`,
  arrived: (server, open, beginning) =>
    (beginning ? text`${server} pregunta: ${beginning}` : text`${server} hace una pregunta.`) +
    (open > 1 ? ` ${counted(open, "pregunta abierta", "preguntas abiertas")}.` : ""),
  kept: "La llamada ya no espera. Su respuesta se conserva un tiempo y se usa si la misma llamada vuelve a preguntar esto.",
  gone: (server) => text`Una pregunta de ${server} se retiró, caducó o se respondió en otro lugar.`,
};
