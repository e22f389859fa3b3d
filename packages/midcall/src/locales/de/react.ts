import { minutesOf } from "../../messages/minutes.js";
import type { ElicitationMessages } from "../../react/messages.js";
import { reactIssue } from "../parts/react-issue.js";
import { askedAgain } from "../parts/asked-again.js";
import { issueText, warningsOf } from "../parts/issues.js";
import { issues, warnings } from "./issues.js";
import { limits, shared } from "./shared.js";
import { words } from "./words.js";

const { text, plural, number, all } = words;
const { urlWarning, nameWarning, refusal } = /* @__PURE__ */ warningsOf(warnings);

const CALLS: Readonly<Record<string, string>> = {
  "tools/call": "Werkzeug",
  "prompts/get": "Prompt",
  "resources/read": "Ressource",
};
const questions = (count: number): string =>
  plural(count, { one: "1 Frage", other: `${number(count)} Fragen` });

/** The texts of `midcall/react` in German. */
export const react: ElicitationMessages = {
  lang: "de",
  dir: "ltr",
  .../* @__PURE__ */ shared(words),
  ...limits,
  asks: (server) => text`${server} fragt`,
  call: ({ method, name }) => text`${CALLS[method] ?? method}: ${name}`,
  messageFrom: (server) => text`Nachricht von ${server}`,
  declineOrCancelHint: (server) =>
    text`„Ablehnen“ sagt „${server}“ Nein. „Nicht jetzt“ schließt die Frage ohne Antwort.`,
  discardTitle: "Eingaben verwerfen?",
  discard: "Verwerfen",
  keep: "Weiter bearbeiten",
  sending: "Wird gesendet …",
  notSent: "Ihre Antwort wurde nicht gesendet. Bitte versuchen Sie es erneut.",
  timeLeft: (seconds) =>
    seconds > 60
      ? plural(minutesOf(seconds), {
          one: "Noch 1 Minute",
          other: `Noch ${number(minutesOf(seconds))} Minuten`,
        })
      : plural(seconds, { one: "Noch 1 Sekunde", other: `Noch ${number(seconds)} Sekunden` }),
  moreTime: "Mehr Zeit",
  canHaveMoreTime: (left) => `${left}; Sie können mehr Zeit anfordern`,
  showMore: (characters) => text`Alle ${characters} Zeichen anzeigen`,
  showLess: "Weniger anzeigen",

  secretForm: (labels, server) =>
    `${text`„${server}“ fragt anscheinend nach etwas Geheimem:`} ${all(labels)}. Vertrauenswürdige Server fragen danach auf ihrer eigenen Seite.`,
  secretField: "Das sieht nach etwas Geheimem aus.",
  unsupported: () => "Dieses Feld kann hier nicht angezeigt werden.",
  cannotSubmit:
    "Ein erforderliches Feld kann hier nicht angezeigt werden. Das Formular kann deshalb nicht gesendet werden.",
  onlyAnswer: (answer) => text`Nur „${answer}“ kann gesendet werden.`,
  timeZone: (offset, name) =>
    text`Zeitzone: ${name ?? `UTC${/^[+-]00:00$|^Z$/.test(offset) ? "" : offset}`}.`,
  sentAs: (value, zone) => text`Wird gesendet als ${value}` + (zone ? text` (${zone})` : ""),
  chosenCount: (chosen, total) => text`${chosen} von ${total} ausgewählt`,
  search: "Zum Suchen tippen",
  searchIn: (label) => text`Suchen in ${label}`,
  optionsFound: (found) =>
    found === 0
      ? "Keine passenden Optionen."
      : plural(found, { one: "1 Option", other: `${number(found)} Optionen` }),
  incomplete: "Geben Sie ein vollständiges, gültiges Datum ein.",
  problems: (problems) =>
    plural(problems, {
      one: "Bitte beheben Sie das folgende Problem",
      other: `Bitte beheben Sie die folgenden ${number(problems)} Probleme`,
    }),
  problem: (label, message) => `${text`${label}`}: ${message}`,
  issue: /* @__PURE__ */ reactIssue(issueText(issues)),
  refusal,
  reviewFor: (server) => text`Nur das wird an „${server}“ gesendet.`,

  leadsTo: "Der Link führt zu",
  fullAddress: "Vollständige Adresse",
  alsoWritten: (host) => text`Andere Schreibweise: ${host}`,
  warnings: "Prüfen Sie das, bevor Sie den Link öffnen:",
  urlWarning,
  nameWarning,
  askedAgain: /* @__PURE__ */ askedAgain(issues),
  outside: "Die Seite wird in Ihrem Browser geöffnet.",
  opened: "Die Seite ist geöffnet. Schließen Sie dort ab und kommen Sie dann zurück.",
  notOpened: (attempt) =>
    `Die Seite wurde nicht geöffnet${attempt > 1 ? ` (Versuch ${number(attempt)})` : ""}. Vielleicht hat Ihr Browser sie blockiert: Verwenden Sie stattdessen diesen Link.`,
  ownerUnknown:
    "Lesen Sie die Adresse vom Ende her: Nur der letzte Teil sagt, wem die Seite gehört.",
  codeFrom: (server) => text`Code für die Seite, von ${server}`,
  copyCode: "Code kopieren",
  copied: "Kopiert",

  openedPage: (host) => text`Geöffnet: ${host}`,
  linkOpen: (server) => text`Schließen Sie im anderen Tab ab. „${server}“ wartet darauf.`,
  linkCompleted: (host) =>
    text`Die Seite auf ${host} ist abgeschlossen. Sie können ihren Tab schließen.`,
  stopCall: "Aufruf stoppen",
  closeLink: "Schließen",

  held: (server, held, reason) =>
    `${text`${server}`} ${reason === "rate-limit" ? "hat in kurzer Zeit zu viele Fragen gestellt" : "hat zu viele offene Fragen"}. ${plural(held, { one: "1 wird zurückgehalten.", other: `${number(held)} werden zurückgehalten.` })}`,
  showHeld: (held) => plural(held, { one: "Trotzdem anzeigen", other: "Alle trotzdem anzeigen" }),
  refuseHeld: (held) => plural(held, { one: "Verweigern", other: "Alle verweigern" }),

  approvalRequest: (server) => text`Darf „${server}“ Ihnen eine Frage stellen?`,
  approveOnce: "Diese Frage anzeigen",
  approveAlways: (server) => text`„${server}“ immer erlauben`,
  block: (server) => text`„${server}“ blockieren`,
  rule: (server) => text`Wenn ${server} fragt`,
  ruleAllow: "Fragen anzeigen",
  ruleAsk: "Zuerst bei mir nachfragen",
  ruleBlock: "Fragen blockieren",
  rules: "Berechtigungen",
  inbox: "Fragen",
  empty: "Keine offenen Fragen.",
  loading: "Wird geladen …",
  notLoaded:
    "Die Fragen konnten nicht geladen werden. Versuchen Sie es erneut oder laden Sie die Seite neu.",
  tryAgain: "Erneut versuchen",
  waiting: (waiting) =>
    plural(waiting, {
      one: "1 weitere Frage wartet",
      other: `${number(waiting)} weitere Fragen warten`,
    }),
  waitingFor: (server, waiting) => `${text`${server}`}: ${questions(waiting)}`,
  arrived: (server, open, beginning) =>
    (beginning ? text`${server} fragt: ${beginning}` : text`${server} stellt eine Frage.`) +
    (open > 1 ? ` ${number(open)} offene Fragen.` : ""),
  kept: "Der Aufruf wartet nicht mehr. Ihre Antwort wird eine Zeit lang aufbewahrt und verwendet, wenn derselbe Aufruf dies erneut fragt.",
  gone: (server) =>
    text`Eine Frage von ${server} wurde zurückgezogen, ist abgelaufen oder wurde anderswo beantwortet.`,
};
