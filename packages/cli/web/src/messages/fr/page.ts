import type { PageText } from "../page.js";

/** French: the texts of the page as a whole. */
export const page: Readonly<Record<PageText, string>> = {
  "Skip to content": "Aller au contenu",
  "Loading…": "Chargement…",
  Loading: "Chargement",
  "Connecting to the console…": "Connexion à la console…",
  "The console does not respond. Is it still running in the terminal?":
    "La console ne répond pas. Est-elle toujours en cours dans le terminal\u00a0?",
  "The request is too large.": "La requête est trop volumineuse.",
  "The console refused the request.": "La console a rejeté la requête.",
  tools: "outils",
  "Go to the open question, and back": "Aller à la question ouverte, et revenir",
  "Go to the newest call and its result": "Aller au dernier appel et à son résultat",
  "Go to the arguments": "Aller aux arguments",
  "Go to the search": "Aller à la recherche",
  "The console does not respond.": "La console ne répond pas.",
  "This page keeps trying to reconnect, and keeps what you have typed. If you have ended the console in the terminal, start it again.":
    "Cette page continue d’essayer de se reconnecter et conserve votre saisie. Si vous avez arrêté la console dans le terminal, relancez-la.",
  "This console has ended.": "Cette console est arrêtée.",
  "A new console, or another program, answers here now. Open the new address, which is in the terminal, in this tab. What you have typed here is kept.":
    "Une nouvelle console, ou un autre programme, répond ici maintenant. Ouvrez dans cet onglet la nouvelle adresse, indiquée dans le terminal. Votre saisie est conservée.",
  "This tab is paused,": "Cet onglet est en pause,",
  "because the console is open in several tabs. It resumes when you return to it.":
    "car la console est ouverte dans plusieurs onglets. Il reprend quand vous y revenez.",
  "The bridge that served this page has ended.": "Le bridge qui servait cette page est arrêté.",
  "Its host may have ended it. The next question opens a page of its own. You can close this one.":
    "Son hôte l’a peut-être arrêté. La prochaine question ouvre sa propre page. Vous pouvez fermer celle-ci.",
  "This page is no longer valid.": "Cette page n’est plus valide.",
  "The next question opens another one. You can close this one.":
    "La prochaine question en ouvre une autre. Vous pouvez fermer celle-ci.",
  "because this page is open in several tabs. It resumes when you return to it.":
    "car cette page est ouverte dans plusieurs onglets. Il reprend quand vous y revenez.",
  System: "Système",
  Light: "Clair",
  Dark: "Sombre",
  Dense: "Compact",
  Theme: "Thème",
  "Keyboard shortcuts": "Raccourcis clavier",
  "Call, from any argument": "Appeler, depuis n’importe quel argument",
  "Not found": "Introuvable",
  "This server does not exist. It may have been removed.":
    "Ce serveur n’existe pas. Il a peut-être été supprimé.",
  "All servers": "Tous les serveurs",
  "This screen could not be shown": "Cet écran n’a pas pu être affiché",
  "An unexpected error occurred. You can still answer questions, and running calls continue. Choose another screen, or try again.":
    "Une erreur inattendue s’est produite. Vous pouvez toujours répondre aux questions, et les appels en cours continuent. Choisissez un autre écran, ou réessayez.",
  "Try again": "Réessayer",
  Bridge: "Bridge",
  Console: "Console",
  "Audit log": "Journal d’audit",
  "Questions of your hosts": "Questions de vos hôtes",
  "The servers of your hosts ask here what the hosts themselves cannot ask. Leave this page open: the next question appears on it.":
    "Les serveurs de vos hôtes demandent ici ce que les hôtes ne peuvent pas demander eux-mêmes. Laissez cette page ouverte\u00a0: la prochaine question y apparaît.",
  "Your answer goes to the server that asks, and to nobody else. If a host stops waiting before you answer, its question says so.":
    "Votre réponse va au serveur qui demande, et à personne d’autre. Si un hôte cesse d’attendre avant votre réponse, sa question l’indique.",
  "Open the complete address": "Ouvrez l’adresse complète",
  "If the console is open in another tab, open its links from there: Ctrl-click, or the middle mouse button.":
    "Si la console est ouverte dans un autre onglet, ouvrez ses liens depuis celui-ci\u00a0: Ctrl-clic ou bouton central de la souris.",
  Language: "Langue",
  Automatic: "Automatique",
  "The address that the console printed contains a password after {0}. It prevents other pages and other users from using your servers. Go to the terminal in which the console is running, and open that address.":
    "L’adresse affichée par la console contient un mot de passe après {0}. Il empêche d’autres pages et d’autres utilisateurs d’utiliser vos serveurs. Allez dans le terminal où la console est en cours, et ouvrez cette adresse.",
  "To start a console: {0}. A page of {1} opens by itself when a server asks: its address works once.":
    "Pour lancer une console\u00a0: {0}. Une page de {1} s’ouvre d’elle-même quand un serveur demande\u00a0: son adresse ne fonctionne qu’une fois.",
  "Nothing was sent: the program that served this page has ended.":
    "Rien n’a été envoyé : le programme qui servait cette page est arrêté.",
};
