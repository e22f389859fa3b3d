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
  if (minimum !== undefined && minimum === maximum) return `exactement ${minimum}${unit}`;
  if (minimum === undefined) return `au plus ${maximum}${unit}`;
  return maximum === undefined ? `au moins ${minimum}${unit}` : `de ${minimum} à ${maximum}${unit}`;
};

const because = (reason: ReviewReason, suggested: number): string => {
  switch (reason) {
    case "suggested":
      return plural(suggested, {
        one: "une valeur a été suggérée par le serveur",
        many: `${number(suggested)} de valeurs ont été suggérées par le serveur`,
        other: `${number(suggested)} valeurs ont été suggérées par le serveur`,
      });
    case "secret":
      return "elle contient peut-être un secret";
    case "offset":
      return "une heure est envoyée avec son décalage par rapport à UTC";
    case "long":
      return "elle est longue";
  }
};

/** The texts of `midcall/terminal` in French. */
export const terminal: TerminalMessages = {
  .../* @__PURE__ */ shared(terminalWords),
  asks: (server, tool) =>
    tool ? text`${server} demande (pendant ${tool})\u00a0:` : text`${server} demande\u00a0:`,
  selfGiven: (name) =>
    text`Le serveur se donne lui-même ce nom. Vous l’avez lancé sous le nom ${name}.`,
  waiting: (count, servers) =>
    `${plural(count, { one: `${number(count)} autre question`, many: `${number(count)} d’autres questions`, other: `${number(count)} autres questions` })} en attente, de ${all(servers)}.`,
  timeLeft: (seconds) =>
    seconds >= 120
      ? `${number(minutesOf(seconds))} minutes pour répondre.`
      : plural(seconds, {
          one: `${number(seconds)} seconde pour répondre.`,
          many: `${number(seconds)} de secondes pour répondre.`,
          other: `${number(seconds)} secondes pour répondre.`,
        }),
  moreTime:
    "Le temps repart à chaque champ rempli, ou quand vous appuyez sur Échap puis continuez.",
  secretWarning: (server, labels) =>
    `Ceci semble demander un secret (${all(labels)}). Ce que vous saisissez s’affiche à l’écran, ${text`est envoyé à ${server}`} et peut parvenir à un modèle. Dans le doute, refusez.`,
  more: (characters) => text`… (encore ${characters} caractères)`,
  readOn: "Espace ou Entrée affiche la suite.",
  keys: "Échap ou Ctrl-C\u00a0: refuser ou quitter. Encore Ctrl-C\u00a0: arrêter le programme.",
  choiceKeys: "Dans un choix\u00a0: sa touche, ou les flèches et Entrée\u00a0; ? affiche ceci.",
  wrongKey: (keys) => `Appuyez sur ${either(keys)}, ou utilisez les flèches et Entrée.`,

  held: (server, count) =>
    plural(count, {
      one: text`${count} autre question de ${server} est retenue, car le serveur en pose trop. L’afficher\u00a0?`,
      many: text`${count} d’autres questions de ${server} sont retenues, car le serveur en pose trop. Les afficher\u00a0?`,
      other: text`${count} autres questions de ${server} sont retenues, car le serveur en pose trop. Les afficher\u00a0?`,
    }),
  showHeld: "Oui, afficher",
  refuseHeld: "Non, rejeter",

  mayAsk: (server) => text`Autoriser ${server} à vous poser une question\u00a0?`,
  showOnce: "Afficher cette question",
  showAlways: "Toujours autoriser ce serveur",
  block: "Bloquer ce serveur",

  notAnsweredYet: "Pas encore de réponse",
  chooseOne: "Choisissez une réponse.",
  done: "terminé",
  search: {
    label: "Rechercher\u00a0:",
    matches: (count) =>
      plural(count, {
        one: `(${number(count)} résultat)`,
        many: `(${number(count)} de résultats)`,
        other: `(${number(count)} résultats)`,
      }),
    noMatches: "Aucun résultat",
    keys: "↑/↓\u00a0: choisir • Entrée\u00a0: confirmer • Taper\u00a0: rechercher",
    tickKeys: (space) =>
      `↑/↓\u00a0: parcourir • ${space ? "Espace/Tab" : "Tab"}\u00a0: choisir • Entrée\u00a0: confirmer • Taper\u00a0: rechercher`,
    ticked: (count) =>
      plural(count, {
        one: `${number(count)} élément choisi`,
        many: `${number(count)} d’éléments choisis`,
        other: `${number(count)} éléments choisis`,
      }),
  },
  pasted: (index, characters) => text`[collage ${index}\u00a0: ${characters} caractères]`,
  hints: {
    email: "une adresse e-mail",
    uri: "une URL complète, comme https://example.com",
    date: "une date\u00a0: année-mois-jour, comme 2026-01-31",
    dateTime: (zone) =>
      zone === undefined
        ? "une date et une heure, comme 2026-01-31 09:30\u00a0; vous pouvez ajouter un décalage, comme +01:00"
        : text`une date et une heure, comme 2026-01-31 09:30\u00a0; dans ${zone}, sauf si vous ajoutez un décalage`,
    number: "un nombre, avec un point décimal",
    integer: "un nombre entier",
    lines: "Entrée\u00a0: nouvelle ligne. Tab, puis Entrée\u00a0: terminé",
    list: "Haut/Bas\u00a0: choisir, Entrée\u00a0: terminé",
    ticks: "Espace\u00a0: choisir, Entrée\u00a0: terminé",
    between: (minimum, maximum) => range(minimum, maximum),
    moreThan: (limit) => `plus de ${limit}`,
    lessThan: (limit) => `moins de ${limit}`,
    steps: (step) => `par pas de ${step}`,
    only: (answer) => `seul ${answer} peut être envoyé`,
    length: (minimum, maximum) =>
      range(minimum, maximum, (maximum ?? minimum ?? 0) > 1 ? " caractères" : " caractère"),
    count: (minimum, maximum) =>
      `choisir ${range(minimum, maximum, (maximum ?? minimum ?? 0) > 1 ? " options" : " option")}`,
    pattern: "le format est vérifié",
    patternUnchecked: "le serveur vérifie le format",
  },
  sentAs: (value) => text`Sera envoyé sous la forme ${value}`,
  unsupported: (label, required) =>
    required
      ? text`«\u00a0${label}\u00a0» ne peut pas être affiché ici, et le serveur l’exige.`
      : text`«\u00a0${label}\u00a0» ne peut pas être affiché ici. C’est facultatif et sera omis.`,
  cannotSend:
    "Ce formulaire ne peut pas être envoyé d’ici. Vous pouvez refuser, ou le fermer pour l’instant.",

  reviewBecause: (title, reasons, suggested) =>
    reasons.length === 0
      ? `${title}\u00a0:`
      : `${title}\u00a0: ${reasons.map((reason) => because(reason, suggested)).join(", et ")}.`,
  nothing: "Seul votre accord sera envoyé.",
  whatNow: "Et maintenant\u00a0?",
  editWhich: "Quel champ\u00a0?",
  back: "Retour",
  goOn: "Continuer",
  stopHere: (typed) =>
    typed ? "Arrêter de répondre\u00a0? Votre saisie sera perdue." : "Arrêter de répondre\u00a0?",
  fixFirst: "Votre réponse n’a pas été envoyée. Veuillez corriger ce qui suit\u00a0:",

  link: (host) => text`Le serveur vous demande d’ouvrir cette page sur ${host}\u00a0:`,
  linkHost: (unicode) => text`L’hôte s’écrit aussi ${unicode}`,
  urlWarning,
  nameWarning,
  askedAgain: /* @__PURE__ */ askedAgain(issues),
  issue: /* @__PURE__ */ issueText(issues),
  opening: "Ouverture de la page…",
  wait: "Attendre",
  opened:
    "La page est ouverte. Quand vous aurez terminé là-bas, la suite se fait d’elle-même, ou vous pouvez continuer ici.",
  notOpened:
    "La page ne s’est pas ouverte. Rien n’a été envoyé. Vous pouvez ouvrir cette adresse vous-même\u00a0:",
  openedMyself: "Je l’ai ouverte moi-même",
  linkOpen: (host) =>
    text`La page sur ${host} est ouverte. L’appel continue quand vous avez terminé.`,
  linkDone: (host) => text`Vous avez terminé sur ${host}. L’appel continue.`,
  code: "Code\u00a0:",
  hideLink: "Masquer",
  stopCall: "Arrêter l’appel",

  sent: "Envoyé.",
  declined: "Refusé\u00a0: votre réponse est non.",
  cancelled: "Fermé\u00a0: aucune réponse n’a été envoyée.",
  blocked: (server) => text`${server} est bloqué.`,
  outOfTime: "Le temps est écoulé. Aucune réponse n’a été envoyée.",
  withdrawn: "Cette question est fermée\u00a0: elle a été retirée ou a reçu une réponse ailleurs.",
  linkOver: "Cette question est fermée\u00a0: la page a été terminée, ou la question retirée.",
  interruptAgain: "Appuyez encore sur Ctrl-C pour arrêter le programme.",
  failed: "La question n’a pas pu être affichée\u00a0:",
};
