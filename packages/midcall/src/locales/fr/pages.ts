import type { PageMessages } from "../../pages/messages.js";
import { issueText, warningsOf } from "../parts/issues.js";
import { issues, warnings } from "./issues.js";
import { limits, shared } from "./shared.js";
import { words } from "./words.js";

const { text, plural, number } = words;
const { urlWarning, urlRefusal } = /* @__PURE__ */ warningsOf(warnings);

const BACK = "Vous pouvez fermer cette page et revenir à votre assistant.";
const NEW_LINK = "Demandez un nouveau lien à votre assistant.";
const NOTHING = "Rien n’a été envoyé.";

/** The texts of `midcall/pages` in French. */
export const pages: PageMessages = {
  .../* @__PURE__ */ shared(words),
  ...limits,
  lang: "fr",
  dir: "ltr",
  from: (server) => text`${server} demande`,
  fromTool: (server, tool) => text`${server} demande, pour son outil ${tool}`,
  errorsTitle: "Veuillez corriger ce qui suit",
  timeZone: "Fuseau horaire",
  ownTimeZone: "Fuseau de cet ordinateur",
  staleForm: `${NOTHING} Cette page n’était plus à jour, ou votre navigateur bloque les cookies. Veuillez réessayer.`,
  staleFormLost: `${NOTHING} Cette page n’était plus à jour, ou votre navigateur bloque les cookies. Votre saisie n’est pas conservée ici, mais le bouton Retour de votre navigateur l’affiche peut-être encore.`,
  signedInAs: (label) => text`Connecté en tant que ${label}.`,
  signInTitle: "Connectez-vous pour continuer",
  signInText:
    "Cette page est destinée à une seule personne. Connectez-vous pour confirmer que c’est bien vous.",
  signIn: "Se connecter",
  otherAccount: "Utiliser un autre compte",
  signInFailed: "La connexion a échoué. Veuillez réessayer.",
  codeTitle: "Saisissez le code",
  codeText: "Votre assistant a affiché un code avec ce lien.",
  codeLabel: "Code",
  codeWarning:
    "Ne saisissez qu’un code que votre propre assistant vient de vous afficher. Si quelqu’un vous a envoyé ce lien, fermez la page.",
  codeWrong: "Ce n’est pas le code de cette page.",
  codeEnter: "Saisissez le code.",
  goOn: "Continuer",
  secretTitle: (server) => text`${server} a besoin d’un secret de votre part`,
  secretLabel: "Secret",
  secretNote:
    "Ce que vous saisissez ici est enregistré sous forme chiffrée. Votre assistant et son modèle d’IA ne le voient jamais.",
  save: "Enregistrer",
  checkFailed: "Le secret a été testé et ne fonctionne pas.",
  checkUnavailable:
    "Le secret n’a pas pu être testé pour le moment et n’a donc pas été enregistré. Veuillez réessayer.",
  saveFailed: "Le secret n’a pas pu être enregistré pour le moment. Veuillez réessayer.",
  tooLong: "Le secret est trop long pour être enregistré. Rien n’a été enregistré.",
  connectTitle: (provider) => text`Connecter ${provider}`,
  connectText: (provider, host) =>
    text`Vous continuerez sur ${provider} (${host}), où vous déciderez d’autoriser ou non l’accès.`,
  connectScopes: "Ces autorisations sont demandées\u00a0:",
  connect: (provider) => text`Continuer vers ${provider}`,
  connectFailed: "La connexion a échoué. Rien n’a été enregistré. Vous pouvez réessayer.",
  leavingTitle: (host) => text`Vous allez vers ${host}`,
  leavingText: "Si rien ne se passe, utilisez ce lien\u00a0:",
  approvalTitle: "Votre accord est nécessaire",
  approvalGo: (host) => text`Continuer vers ${host}`,
  approve: "Oui, approuver",
  approvalWaiting: "Quand vous aurez terminé là-bas, votre assistant continuera automatiquement.",
  answerTitle: "Une question pour vous",
  answered: "Votre réponse",
  notSent: "Votre saisie n’a pas été envoyée",
  unsupported: "Ce champ ne peut pas être affiché ici et est omis.",
  unsupportedForm:
    "Ce formulaire ne peut pas être rempli ici. Vous pouvez le refuser, ou le laisser sans réponse.",
  backToAssistant: BACK,
  backToAssistantAnswered: `${BACK} S’il ne continue pas de lui-même, demandez-le-lui.`,
  doneSecret: "Enregistré",
  doneSecretChecked: "Testé et enregistré",
  doneConnect: "Connecté",
  doneApproval: "Terminé",
  doneAnswer: "Envoyé",
  declinedTitle: "Vous avez refusé",
  cancelledTitle: "Fermé sans réponse",
  endedText: `${NOTHING} ${BACK}`,
  expiredTitle: "Ce lien a expiré",
  expiredText: `${NOTHING} ${NEW_LINK}`,
  providerErrorTitle: "Le compte n’a pas été connecté",
  providerErrorText: `L’autre service a refusé. Pour réessayer\u00a0: ${NEW_LINK}`,
  providerDenied: "Vous n’avez pas autorisé l’accès, rien n’a donc été connecté.",
  providerLess: `Toutes les autorisations nécessaires n’ont pas été accordées, rien n’a donc été enregistré. Pour réessayer\u00a0: ${NEW_LINK}`,
  failedTitle: "Un problème est survenu",
  failedText: NEW_LINK,
  finishingTitle: "Un instant",
  finishingText: "Ceci est en cours de finalisation. Actualisez la page pour voir le résultat.",
  nothingTitle: "Ce lien n’est pas disponible",
  nothingText: `Il est peut-être incomplet, expiré, déjà utilisé ou destiné à une autre personne. ${NEW_LINK}`,
  tooManyTitle: "Trop de tentatives",
  tooManyText: "Rien n’est perdu. Veuillez patienter une minute et réessayer.",
  tooLargeTitle: "Trop de texte",
  tooLargeText: `Votre saisie est plus longue que ce que cette page accepte. ${NOTHING} Revenez en arrière et raccourcissez-la.`,
  badRequestTitle: "Cette demande ne peut pas être traitée",
  badRequestText: "La page a reçu quelque chose d’inattendu. Revenez en arrière et réessayez.",
  brokenTitle: "Un problème est survenu",
  brokenText:
    "Veuillez réessayer dans un instant. Ce qui a été enregistré auparavant n’est pas perdu.",
  unconfirmedTitle: "Votre assistant ne le sait peut-être pas encore",
  unconfirmedSaved:
    "Votre saisie a été enregistrée, mais votre assistant n’a pas pu être prévenu. Continuez pour réessayer.",
  unconfirmedText:
    "La réception de votre réponse n’a pas pu être confirmée. Continuez pour vérifier\u00a0; répondre deux fois est sans risque.",
  waiting: (count) =>
    plural(count, {
      one: `${number(count)} autre question en attente.`,
      many: `${number(count)} d’autres questions en attente.`,
      other: `${number(count)} autres questions en attente.`,
    }),
  nextQuestion: "Question suivante",
  questionExpiredTitle: "Cette question a expiré",
  questionExpiredText: `${NOTHING} Demandez à votre assistant de réessayer.`,
  serverEnded:
    "Le programme qui a posé la question est arrêté. Rien n’a été envoyé. Vous pouvez fermer cette page.",
  withdrawnTitle: "Cette question a été retirée",
  withdrawnText: `${NOTHING} ${BACK}`,
  answeredElsewhereTitle: "Cette question a reçu une réponse ailleurs",
  answeredElsewhereText: `Rien n’a été envoyé depuis cette page. ${BACK}`,
  linkTitle: "Un lien pour vous",
  leadsTo: "Le lien mène à",
  ownerUnknown:
    "Lisez l’adresse à partir de la fin\u00a0: seule la dernière partie dit à qui appartient la page.",
  fullAddress: "Adresse complète",
  linkWarnings: "Vérifiez ceci avant d’ouvrir le lien\u00a0:",
  linkRefused: "Ce lien ne peut pas être ouvert ici\u00a0:",
  issue: /* @__PURE__ */ issueText(issues),
  urlWarning,
  urlRefusal,
};
