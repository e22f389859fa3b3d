import type { IssueTexts, WarningTexts } from "../parts/issues.js";
import { words } from "./words.js";

const { text, number } = words;

/** German: what is wrong with an answer. */
export const issues: IssueTexts = {
  required: "Diese Angabe ist erforderlich.",
  text: "Geben Sie Text ein.",
  number: "Geben Sie eine Zahl ein.",
  integer: "Geben Sie eine ganze Zahl ein.",
  boolean: "Antworten Sie mit Ja oder Nein.",
  options: "Wählen Sie nur aus den Optionen aus.",
  onlyOther: "Nur die andere Antwort kann gesendet werden.",
  uniqueItems: "Wählen Sie jede Option nur einmal aus.",
  minLength: (limit) => `Geben Sie mindestens ${number(limit)} Zeichen ein.`,
  maxLength: (limit) => `Geben Sie höchstens ${number(limit)} Zeichen ein.`,
  minItems: (limit) => `Wählen Sie mindestens ${number(limit)} aus.`,
  maxItems: (limit) => `Wählen Sie höchstens ${number(limit)} aus.`,
  minimum: (limit) => `Geben Sie ${limit} oder mehr ein.`,
  maximum: (limit) => `Geben Sie ${limit} oder weniger ein.`,
  exclusiveMinimum: (limit) => `Geben Sie mehr als ${limit} ein.`,
  exclusiveMaximum: (limit) => `Geben Sie weniger als ${limit} ein.`,
  multipleOf: (limit) => `Geben Sie ein Vielfaches von ${limit} ein.`,
  notTheWord: (word) => text`Das ist nicht „${word}“.`,
  pattern: "Verwenden Sie das Format, das der Server verlangt.",
  email: "Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.",
  uri: "Geben Sie eine vollständige Adresse ein, zum Beispiel https://example.com.",
  date: "Geben Sie ein Datum als Jahr-Monat-Tag ein, zum Beispiel 2026-01-31.",
  dateTime:
    "Geben Sie Datum und Uhrzeit ein, zum Beispiel 2026-01-31T09:30:00+01:00. Am Ende steht die Abweichung von UTC.",
  noNumber: "Geben Sie eine Zahl in Ziffern ein, mit einem Punkt vor den Nachkommastellen.",
  noInteger: "Geben Sie eine ganze Zahl in Ziffern ein.",
  precision:
    "Diese Zahl hat mehr Stellen, als gesendet werden können. Geben Sie eine rundere Zahl ein.",
  unsupported:
    "Das kann hier nicht angezeigt werden. Das Formular kann deshalb nicht gesendet werden.",
};

/** German: warnings and refusals. */
export const warnings: WarningTexts = {
  url: {
    punycode:
      "Buchstaben in dieser Adresse können anderen Buchstaben gleichen. Lehnen Sie ab, wenn Sie nicht genau diese Schreibweise kennen.",
    "mixed-script":
      "Diese Adresse mischt Alphabete, sodass ein Buchstabe als ein anderer erscheinen kann. Lehnen Sie ab, wenn Sie nicht genau diese Schreibweise kennen.",
    imitation: (imitates, domain) =>
      domain === undefined
        ? text`Diese Adresse ahmt ${imitates} nach, doch erst ihr Ende sagt, wohin sie führt. Lehnen Sie ab, wenn Sie nicht die ganze Adresse kennen.`
        : text`Diese Adresse ahmt ${imitates} nach, führt aber zu ${domain}. Lehnen Sie ab, wenn Sie ${domain} nicht kennen.`,
    address:
      "Das ist eine IP-Adresse. Sie sagt nicht, wem die Seite gehört. Lehnen Sie ab, wenn Sie diese Adresse nicht kennen.",
    loopback:
      "Diese Seite kommt von einem Programm auf diesem Computer. Lehnen Sie ab, wenn Sie das von diesem Server nicht erwarten.",
    port: "Diese Adresse verwendet einen ungewöhnlichen Port (die Zahl nach dem Doppelpunkt). Lehnen Sie ab, wenn Sie nicht wissen, dass er zu dieser Seite gehört.",
    long: "Diese Adresse ist sehr lang. Das kann verbergen, wohin sie führt. Lehnen Sie ab, wenn Sie ihr Ziel nicht kennen.",
  },
  refusedUrl: {
    "not-a-url": "Das ist keine vollständige Webadresse.",
    "too-long": "Diese Adresse ist zu lang.",
    "hidden-characters":
      "Diese Adresse enthält Leerzeichen, umgekehrte Schrägstriche oder unsichtbare Zeichen.",
    scheme: "Diese Adresse verwendet kein https.",
    credentials: "Diese Adresse enthält einen Benutzernamen oder ein Passwort.",
    "private-host": "Diese Adresse führt in ein privates Netzwerk.",
  },
  name: {
    "hidden-characters":
      "Der Name dieses Servers enthält unsichtbare Zeichen und kann einen anderen nachahmen. Prüfen Sie vor dem Antworten, welcher Server es ist.",
    "mixed-script":
      "Der Name dieses Servers mischt Alphabete und kann einen anderen nachahmen. Prüfen Sie vor dem Antworten, welcher Server es ist.",
    "look-alike":
      "Der Name dieses Servers besteht aus Buchstaben, die anderen gleichen, und kann einen anderen nachahmen. Prüfen Sie vor dem Antworten, welcher Server es ist.",
  },
  inbox: {
    notOpen: "Diese Frage ist nicht mehr offen.",
    notOpened: "Die Seite wurde nicht geöffnet.",
    notNeeded: "Diese Seite wird nicht mehr benötigt.",
    notApproved: "Erlauben Sie zuerst diesem Server zu fragen.",
  },
};
