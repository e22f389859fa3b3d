import type { PageMessages } from "../../pages/messages.js";
import { issueText, warningsOf } from "../parts/issues.js";
import { issues, warnings } from "./issues.js";
import { limits, shared } from "./shared.js";
import { words } from "./words.js";

const { text, plural, number } = words;
const { urlWarning, urlRefusal } = /* @__PURE__ */ warningsOf(warnings);

const BACK = "Sie können diese Seite schließen und zu Ihrem Assistenten zurückkehren.";
const NEW_LINK = "Bitten Sie Ihren Assistenten um einen neuen Link.";
const NOTHING = "Es wurde nichts gesendet.";

/** The texts of `midcall/pages` in German. */
export const pages: PageMessages = {
  .../* @__PURE__ */ shared(words),
  ...limits,
  lang: "de",
  dir: "ltr",
  from: (server) => text`${server} fragt`,
  fromTool: (server, tool) => text`${server} fragt, für das Werkzeug ${tool}`,
  errorsTitle: "Bitte beheben Sie Folgendes",
  timeZone: "Zeitzone",
  ownTimeZone: "Zeitzone dieses Computers",
  staleForm: `${NOTHING} Diese Seite war veraltet, oder Ihr Browser blockiert Cookies. Bitte versuchen Sie es erneut.`,
  staleFormLost: `${NOTHING} Diese Seite war veraltet, oder Ihr Browser blockiert Cookies. Ihre Eingaben sind hier nicht mehr vorhanden, aber die Zurück-Taste Ihres Browsers zeigt sie vielleicht noch.`,
  signedInAs: (label) => text`Angemeldet als ${label}.`,
  signInTitle: "Melden Sie sich an, um fortzufahren",
  signInText:
    "Diese Seite ist nur für eine Person bestimmt. Melden Sie sich an, um zu bestätigen, dass Sie es sind.",
  signIn: "Anmelden",
  otherAccount: "Anderes Konto verwenden",
  signInFailed: "Die Anmeldung ist fehlgeschlagen. Bitte versuchen Sie es erneut.",
  codeTitle: "Geben Sie den Code ein",
  codeText: "Ihr Assistent hat zusammen mit diesem Link einen Code angezeigt.",
  codeLabel: "Code",
  codeWarning:
    "Geben Sie nur einen Code ein, den Ihr eigener Assistent Ihnen gerade angezeigt hat. Wenn jemand anderes Ihnen diesen Link geschickt hat, schließen Sie die Seite.",
  codeWrong: "Das ist nicht der Code für diese Seite.",
  codeEnter: "Geben Sie den Code ein.",
  goOn: "Weiter",
  secretTitle: (server) => text`${server} benötigt eine vertrauliche Angabe von Ihnen`,
  secretLabel: "Vertrauliche Angabe",
  secretNote:
    "Was Sie hier eingeben, wird verschlüsselt gespeichert. Ihr Assistent und sein KI-Modell sehen es nie.",
  save: "Speichern",
  checkFailed: "Die Angabe wurde getestet und funktioniert nicht.",
  checkUnavailable:
    "Die Angabe konnte gerade nicht getestet werden und wurde deshalb nicht gespeichert. Bitte versuchen Sie es erneut.",
  saveFailed: "Die Angabe konnte gerade nicht gespeichert werden. Bitte versuchen Sie es erneut.",
  tooLong: "Die Angabe ist zu lang zum Speichern. Es wurde nichts gespeichert.",
  connectTitle: (provider) => text`${provider} verbinden`,
  connectText: (provider, host) =>
    text`Sie werden zu ${provider} (${host}) weitergeleitet und entscheiden dort, ob Sie den Zugriff erlauben.`,
  connectScopes: "Diese Berechtigungen werden angefordert:",
  connect: (provider) => text`Weiter zu ${provider}`,
  connectFailed:
    "Die Verbindung ist fehlgeschlagen. Es wurde nichts gespeichert. Sie können es erneut versuchen.",
  leavingTitle: (host) => text`Weiter zu ${host}`,
  leavingText: "Wenn nichts geschieht, verwenden Sie diesen Link:",
  approvalTitle: "Ihre Zustimmung ist erforderlich",
  approvalGo: (host) => text`Weiter zu ${host}`,
  approve: "Ja, zustimmen",
  approvalWaiting: "Wenn Sie dort fertig sind, macht Ihr Assistent automatisch weiter.",
  answerTitle: "Eine Frage an Sie",
  answered: "Ihre Antwort",
  notSent: "Ihre Eingaben wurden nicht gesendet",
  unsupported: "Dieses Feld kann hier nicht angezeigt werden und wird weggelassen.",
  unsupportedForm:
    "Dieses Formular kann hier nicht ausgefüllt werden. Sie können ablehnen oder es unbeantwortet lassen.",
  backToAssistant: BACK,
  backToAssistantAnswered: `${BACK} Wenn er nicht von selbst weitermacht, bitten Sie ihn darum.`,
  doneSecret: "Gespeichert",
  doneSecretChecked: "Getestet und gespeichert",
  doneConnect: "Verbunden",
  doneApproval: "Fertig",
  doneAnswer: "Gesendet",
  declinedTitle: "Sie haben abgelehnt",
  cancelledTitle: "Geschlossen, ohne zu antworten",
  endedText: `${NOTHING} ${BACK}`,
  expiredTitle: "Dieser Link ist abgelaufen",
  expiredText: `${NOTHING} ${NEW_LINK}`,
  providerErrorTitle: "Das Konto wurde nicht verbunden",
  providerErrorText: `Der andere Dienst hat abgelehnt. Für einen neuen Versuch: ${NEW_LINK}`,
  providerDenied: "Sie haben den Zugriff nicht erlaubt. Deshalb wurde nichts verbunden.",
  providerLess: `Es wurden nicht alle erforderlichen Berechtigungen erteilt. Deshalb wurde nichts gespeichert. Für einen neuen Versuch: ${NEW_LINK}`,
  failedTitle: "Etwas ist schiefgegangen",
  failedText: NEW_LINK,
  finishingTitle: "Einen Moment",
  finishingText:
    "Das wird gerade abgeschlossen. Laden Sie die Seite neu, um das Ergebnis zu sehen.",
  nothingTitle: "Dieser Link ist nicht verfügbar",
  nothingText: `Er ist vielleicht unvollständig, abgelaufen, schon verwendet oder für eine andere Person bestimmt. ${NEW_LINK}`,
  tooManyTitle: "Zu viele Versuche",
  tooManyText: "Es ist nichts verloren. Bitte warten Sie eine Minute und versuchen Sie es erneut.",
  tooLargeTitle: "Zu viel Text",
  tooLargeText: `Ihre Eingabe ist länger, als diese Seite annimmt. ${NOTHING} Gehen Sie zurück und kürzen Sie sie.`,
  badRequestTitle: "Diese Anfrage kann nicht verarbeitet werden",
  badRequestText:
    "Die Seite hat etwas Unerwartetes erhalten. Gehen Sie zurück und versuchen Sie es erneut.",
  brokenTitle: "Etwas ist schiefgegangen",
  brokenText:
    "Bitte versuchen Sie es gleich noch einmal. Was schon gespeichert wurde, ist nicht verloren.",
  unconfirmedTitle: "Ihr Assistent weiß vielleicht noch nichts davon",
  unconfirmedSaved:
    "Ihre Eingabe wurde gespeichert, aber Ihr Assistent konnte nicht benachrichtigt werden. Mit „Weiter“ versuchen Sie es erneut.",
  unconfirmedText:
    "Es ließ sich nicht bestätigen, dass Ihre Antwort angekommen ist. Mit „Weiter“ prüfen Sie es; zweimal zu antworten schadet nicht.",
  waiting: (count) =>
    plural(count, {
      one: "1 weitere Frage wartet.",
      other: `${number(count)} weitere Fragen warten.`,
    }),
  nextQuestion: "Nächste Frage",
  questionExpiredTitle: "Diese Frage ist abgelaufen",
  questionExpiredText: `${NOTHING} Bitten Sie Ihren Assistenten, es erneut zu versuchen.`,
  serverEnded:
    "Das Programm, das gefragt hat, ist beendet. Es wurde nichts gesendet. Sie können diese Seite schließen.",
  withdrawnTitle: "Diese Frage wurde zurückgezogen",
  withdrawnText: `${NOTHING} ${BACK}`,
  answeredElsewhereTitle: "Diese Frage wurde anderswo beantwortet",
  answeredElsewhereText: `Von dieser Seite wurde nichts gesendet. ${BACK}`,
  linkTitle: "Ein Link für Sie",
  leadsTo: "Der Link führt zu",
  ownerUnknown:
    "Lesen Sie die Adresse vom Ende her: Nur der letzte Teil sagt, wem die Seite gehört.",
  fullAddress: "Vollständige Adresse",
  linkWarnings: "Prüfen Sie das, bevor Sie den Link öffnen:",
  linkRefused: "Dieser Link kann hier nicht geöffnet werden:",
  issue: /* @__PURE__ */ issueText(issues),
  urlWarning,
  urlRefusal,
};
