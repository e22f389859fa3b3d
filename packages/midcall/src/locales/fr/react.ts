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
  "tools/call": "Outil",
  "prompts/get": "Prompt",
  "resources/read": "Ressource",
};
/** A number with its noun. @param of - the noun with what stands before it in large numbers */
const counted = (count: number, one: string, other: string, of: string): string =>
  plural(count, {
    one: `${number(count)} ${one}`,
    many: `${number(count)} ${of}`,
    other: `${number(count)} ${other}`,
  });

/** The texts of `midcall/react` in French. */
export const react: ElicitationMessages = {
  lang: "fr",
  dir: "ltr",
  .../* @__PURE__ */ shared(words),
  ...limits,
  asks: (server) => text`${server} demande`,
  call: ({ method, name }) => text`${CALLS[method] ?? method}\u00a0: ${name}`,
  messageFrom: (server) => text`Message de ${server}`,
  declineOrCancelHint: (server) =>
    text`«\u00a0Refuser\u00a0» répond non à «\u00a0${server}\u00a0». «\u00a0Pas maintenant\u00a0» ferme la question sans réponse.`,
  discardTitle: "Abandonner votre saisie\u00a0?",
  discard: "Abandonner",
  keep: "Continuer la saisie",
  sending: "Envoi…",
  notSent: "Votre réponse n’a pas été envoyée. Veuillez réessayer.",
  timeLeft: (seconds) =>
    `Temps restant\u00a0: ${
      seconds > 60
        ? counted(minutesOf(seconds), "minute", "minutes", "de minutes")
        : counted(seconds, "seconde", "secondes", "de secondes")
    }`,
  moreTime: "Plus de temps",
  canHaveMoreTime: (left) => `${left}\u00a0; vous pouvez demander plus de temps`,
  showMore: (characters) => text`Afficher les ${characters} caractères`,
  showLess: "Afficher moins",

  secretForm: (labels, server) =>
    `${text`«\u00a0${server}\u00a0» semble demander un secret\u00a0:`} ${all(labels)}. Les serveurs dignes de confiance demandent les secrets sur leur propre page.`,
  secretField: "Cela ressemble à un secret.",
  unsupported: () => "Ce champ ne peut pas être affiché ici.",
  cannotSubmit:
    "Un champ obligatoire ne peut pas être affiché ici, le formulaire ne peut donc pas être envoyé.",
  onlyAnswer: (answer) => text`Seul «\u00a0${answer}\u00a0» peut être envoyé.`,
  timeZone: (offset, name) =>
    text`Fuseau horaire\u00a0: ${name ?? `UTC${/^[+-]00:00$|^Z$/.test(offset) ? "" : offset}`}.`,
  sentAs: (value, zone) =>
    text`Sera envoyé sous la forme ${value}` + (zone ? text` (${zone})` : ""),
  chosenCount: (chosen, total) =>
    plural(chosen, {
      one: text`${chosen} sur ${total} choisi`,
      many: text`${chosen} sur ${total} choisis`,
      other: text`${chosen} sur ${total} choisis`,
    }),
  search: "Tapez pour rechercher",
  searchIn: (label) => text`Rechercher dans ${label}`,
  optionsFound: (found) =>
    found === 0
      ? "Aucune option correspondante."
      : counted(found, "option trouvée", "options trouvées", "d’options trouvées"),
  incomplete: "Saisissez une date complète et valide.",
  problems: (problems) =>
    plural(problems, {
      one: "Veuillez corriger le problème suivant",
      many: `Veuillez corriger les ${number(problems)} de problèmes suivants`,
      other: `Veuillez corriger les ${number(problems)} problèmes suivants`,
    }),
  problem: (label, message) => `${text`${label}`}\u00a0: ${message}`,
  issue: /* @__PURE__ */ reactIssue(issueText(issues)),
  refusal,
  reviewFor: (server) => text`Seul ceci sera envoyé à «\u00a0${server}\u00a0».`,

  leadsTo: "Le lien mène à",
  fullAddress: "Adresse complète",
  alsoWritten: (host) => text`S’écrit aussi ${host}`,
  warnings: "Vérifiez ceci avant d’ouvrir le lien\u00a0:",
  urlWarning,
  nameWarning,
  askedAgain: /* @__PURE__ */ askedAgain(issues),
  outside: "La page s’ouvre dans votre navigateur.",
  opened: "La page est ouverte. Terminez là-bas, puis revenez.",
  notOpened: (attempt) =>
    `La page ne s’est pas ouverte${attempt > 1 ? ` (tentative ${number(attempt)})` : ""}. Votre navigateur l’a peut-être bloquée\u00a0: utilisez plutôt ce lien.`,
  ownerUnknown:
    "Lisez l’adresse à partir de la fin\u00a0: seule la dernière partie dit à qui appartient la page.",
  codeFrom: (server) => text`Code pour la page, de ${server}`,
  copyCode: "Copier le code",
  copied: "Copié",

  openedPage: (host) => text`Ouverte\u00a0: ${host}`,
  linkOpen: (server) =>
    text`Terminez dans l’autre onglet. «\u00a0${server}\u00a0» attend que vous ayez terminé.`,
  linkCompleted: (host) => text`La page sur ${host} est terminée. Vous pouvez fermer son onglet.`,
  stopCall: "Arrêter l’appel",
  closeLink: "Fermer",

  held: (server, held, reason) =>
    `${text`${server}`} ${reason === "rate-limit" ? "a posé trop de questions en peu de temps" : "a trop de questions ouvertes"}. ${plural(held, { one: `${number(held)} est retenue.`, many: `${number(held)} sont retenues.`, other: `${number(held)} sont retenues.` })}`,
  showHeld: (held) =>
    plural(held, {
      one: "L’afficher quand même",
      many: "Les afficher quand même",
      other: "Les afficher quand même",
    }),
  refuseHeld: (held) =>
    plural(held, { one: "La rejeter", many: "Les rejeter", other: "Les rejeter" }),

  approvalRequest: (server) =>
    text`Autoriser «\u00a0${server}\u00a0» à vous poser une question\u00a0?`,
  approveOnce: "Afficher cette question",
  approveAlways: (server) => text`Toujours autoriser «\u00a0${server}\u00a0»`,
  block: (server) => text`Bloquer «\u00a0${server}\u00a0»`,
  rule: (server) => text`Quand ${server} pose une question`,
  ruleAllow: "Afficher ses questions",
  ruleAsk: "Me demander d’abord",
  ruleBlock: "Bloquer ses questions",
  rules: "Autorisations",
  inbox: "Questions",
  empty: "Aucune question ouverte.",
  loading: "Chargement…",
  notLoaded: "Les questions n’ont pas pu être chargées. Réessayez ou actualisez la page.",
  tryAgain: "Réessayer",
  waiting: (waiting) =>
    plural(waiting, {
      one: `${number(waiting)} autre question en attente`,
      many: `${number(waiting)} d’autres questions en attente`,
      other: `${number(waiting)} autres questions en attente`,
    }),
  waitingFor: (server, waiting) =>
    `${text`${server}`}\u00a0: ${counted(waiting, "question", "questions", "de questions")}`,
  arrived: (server, open, beginning) =>
    (beginning ? text`${server} demande\u00a0: ${beginning}` : text`${server} pose une question.`) +
    (open > 1
      ? ` ${counted(open, "question ouverte", "questions ouvertes", "de questions ouvertes")}.`
      : ""),
  kept: "L’appel n’attend plus. Votre réponse est conservée un certain temps, et utilisée si le même appel repose cette question.",
  gone: (server) =>
    text`Une question de ${server} a été retirée, a expiré ou a reçu une réponse ailleurs.`,
};
