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
  if (minimum !== undefined && minimum === maximum) return `genau ${minimum}${unit}`;
  if (minimum === undefined) return `höchstens ${maximum}${unit}`;
  return maximum === undefined
    ? `mindestens ${minimum}${unit}`
    : `${minimum} bis ${maximum}${unit}`;
};

const because = (reason: ReviewReason, suggested: number): string => {
  switch (reason) {
    case "suggested":
      return plural(suggested, {
        one: "ein Wert wurde vom Server vorgeschlagen",
        other: `${number(suggested)} Werte wurden vom Server vorgeschlagen`,
      });
    case "secret":
      return "sie enthält vielleicht etwas Geheimes";
    case "offset":
      return "eine Uhrzeit wird mit ihrer Abweichung von UTC gesendet";
    case "long":
      return "sie ist lang";
  }
};

/** The texts of `midcall/terminal` in German. */
export const terminal: TerminalMessages = {
  .../* @__PURE__ */ shared(terminalWords),
  asks: (server, tool) =>
    tool ? text`${server} fragt (während ${tool}):` : text`${server} fragt:`,
  selfGiven: (name) =>
    text`Diesen Namen gibt sich der Server selbst. Sie haben ihn als ${name} gestartet.`,
  waiting: (count, servers) =>
    `${plural(count, { one: "1 weitere Frage wartet", other: `${number(count)} weitere Fragen warten` })}, von ${all(servers)}.`,
  timeLeft: (seconds) =>
    seconds >= 120
      ? `${number(minutesOf(seconds))} Minuten zum Antworten.`
      : plural(seconds, {
          one: "1 Sekunde zum Antworten.",
          other: `${number(seconds)} Sekunden zum Antworten.`,
        }),
  moreTime:
    "Die Zeit beginnt mit jedem beantworteten Feld neu, oder wenn Sie Esc drücken und weitermachen.",
  secretWarning: (server, labels) =>
    `Hier wird anscheinend nach etwas Geheimem gefragt (${all(labels)}). Was Sie eingeben, wird auf dem Bildschirm angezeigt, ${text`an ${server} gesendet`} und kann zu einem Modell gelangen. Lehnen Sie im Zweifel ab.`,
  more: (characters) => text`… (${characters} weitere Zeichen)`,
  readOn: "Leertaste oder Enter zeigt mehr.",
  keys: "Esc oder Strg-C: ablehnen oder verlassen. Noch einmal Strg-C: Programm beenden.",
  choiceKeys: "In einer Auswahl: ihre Taste, oder Pfeiltasten und Enter; ? zeigt dies an.",
  wrongKey: (keys) => `Drücken Sie ${either(keys)}, oder verwenden Sie die Pfeiltasten und Enter.`,

  held: (server, count) =>
    plural(count, {
      one: text`1 weitere Frage von ${server} wird zurückgehalten, weil der Server so viel fragt. Anzeigen?`,
      other: text`${count} weitere Fragen von ${server} werden zurückgehalten, weil der Server so viel fragt. Anzeigen?`,
    }),
  showHeld: "Ja, anzeigen",
  refuseHeld: "Nein, verweigern",

  mayAsk: (server) => text`Darf ${server} Ihnen eine Frage stellen?`,
  showOnce: "Diese Frage anzeigen",
  showAlways: "Diesem Server immer erlauben",
  block: "Diesen Server blockieren",

  notAnsweredYet: "Noch nicht beantwortet",
  chooseOne: "Wählen Sie eine Antwort aus.",
  done: "fertig",
  search: {
    label: "Suche:",
    matches: (count) => text`(${count} Treffer)`,
    noMatches: "Keine Treffer",
    keys: "↑/↓: wählen • Enter: bestätigen • Tippen: suchen",
    tickKeys: (space) =>
      `↑/↓: bewegen • ${space ? "Leertaste/Tab" : "Tab"}: wählen • Enter: bestätigen • Tippen: suchen`,
    ticked: (count) => text`${count} ausgewählt`,
  },
  pasted: (index, characters) => text`[Einfügung ${index}: ${characters} Zeichen]`,
  hints: {
    email: "eine E-Mail-Adresse",
    uri: "eine vollständige URL, etwa https://example.com",
    date: "ein Datum: Jahr-Monat-Tag, etwa 2026-01-31",
    dateTime: (zone) =>
      zone === undefined
        ? "Datum und Uhrzeit, etwa 2026-01-31 09:30; eine Abweichung von UTC wie +01:00 kann folgen"
        : text`Datum und Uhrzeit, etwa 2026-01-31 09:30; in ${zone}, wenn keine Abweichung von UTC folgt`,
    number: "eine Zahl, mit Dezimalpunkt",
    integer: "eine ganze Zahl",
    lines: "Enter: neue Zeile. Tab, dann Enter: fertig",
    list: "Auf/Ab: wählen, Enter: fertig",
    ticks: "Leertaste: wählen, Enter: fertig",
    between: (minimum, maximum) => range(minimum, maximum),
    moreThan: (limit) => `mehr als ${limit}`,
    lessThan: (limit) => `weniger als ${limit}`,
    steps: (step) => `in Schritten von ${step}`,
    only: (answer) => `nur ${answer} kann gesendet werden`,
    length: (minimum, maximum) => range(minimum, maximum, " Zeichen"),
    count: (minimum, maximum) => `${range(minimum, maximum)} auswählen`,
    pattern: "das Format wird geprüft",
    patternUnchecked: "der Server prüft das Format",
  },
  sentAs: (value) => text`Wird gesendet als ${value}`,
  unsupported: (label, required) =>
    required
      ? text`„${label}“ kann hier nicht angezeigt werden, und der Server verlangt es.`
      : text`„${label}“ kann hier nicht angezeigt werden. Es ist optional und wird weggelassen.`,
  cannotSend:
    "Dieses Formular kann von hier aus nicht gesendet werden. Sie können ablehnen oder es vorerst schließen.",

  reviewBecause: (title, reasons, suggested) =>
    reasons.length === 0
      ? `${title}:`
      : `${title}: ${reasons.map((reason) => because(reason, suggested)).join(", und ")}.`,
  nothing: "Nur Ihre Zustimmung wird gesendet.",
  whatNow: "Was nun?",
  editWhich: "Welches Feld?",
  back: "Zurück",
  goOn: "Weitermachen",
  stopHere: (typed) =>
    typed
      ? "Nicht weiter antworten? Was Sie eingegeben haben, geht verloren."
      : "Nicht weiter antworten?",
  fixFirst: "Ihre Antwort wurde nicht gesendet. Bitte beheben Sie Folgendes:",

  link: (host) => text`Der Server bittet Sie, diese Seite auf ${host} zu öffnen:`,
  linkHost: (unicode) => text`Andere Schreibweise des Hosts: ${unicode}`,
  urlWarning,
  nameWarning,
  askedAgain: /* @__PURE__ */ askedAgain(issues),
  issue: /* @__PURE__ */ issueText(issues),
  opening: "Die Seite wird geöffnet …",
  wait: "Warten",
  opened:
    "Die Seite ist geöffnet. Wenn Sie dort fertig sind, geht es hier von selbst weiter, oder Sie setzen es fort.",
  notOpened:
    "Die Seite wurde nicht geöffnet. Nichts wurde gesendet. Sie können diese Adresse selbst öffnen:",
  openedMyself: "Ich habe sie selbst geöffnet",
  linkOpen: (host) =>
    text`Die Seite auf ${host} ist geöffnet. Der Aufruf geht weiter, wenn Sie fertig sind.`,
  linkDone: (host) => text`Sie sind auf ${host} fertig. Der Aufruf geht weiter.`,
  code: "Code:",
  hideLink: "Ausblenden",
  stopCall: "Aufruf stoppen",

  sent: "Gesendet.",
  declined: "Abgelehnt: Ihre Antwort ist Nein.",
  cancelled: "Geschlossen: Es wurde keine Antwort gesendet.",
  blocked: (server) => text`${server} ist blockiert.`,
  outOfTime: "Die Zeit ist abgelaufen. Es wurde keine Antwort gesendet.",
  withdrawn: "Diese Frage ist geschlossen: Sie wurde zurückgezogen oder anderswo beantwortet.",
  linkOver:
    "Diese Frage ist geschlossen: Die Seite wurde abgeschlossen oder die Frage zurückgezogen.",
  interruptAgain: "Drücken Sie noch einmal Strg-C, um das Programm zu beenden.",
  failed: "Die Frage konnte nicht angezeigt werden:",
};
