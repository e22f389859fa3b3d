import type { SettingsText } from "../settings.js";

/** French: the texts of adding and setting up servers. */
export const settings: Readonly<Record<SettingsText, string>> = {
  "Add a server": "Ajouter un serveur",
  "Command or URL": "Commande ou URL",
  "(optional)": "(facultatif)",
  "Headers and time limit": "En-têtes et délai",
  "Environment, directory and time limit": "Environnement, répertoire et délai",
  "Add and connect": "Ajouter et connecter",
  Clone: "Dupliquer",
  "Edit the server": "Modifier le serveur",
  "Likely secrets are masked; a masked part that you leave where it is stays as it is.":
    "Les secrets probables sont masqués\u00a0; une partie masquée laissée en place reste inchangée.",
  "Saving reconnects the server and ends its running calls.":
    "L’enregistrement reconnecte le serveur et met fin à ses appels en cours.",
  "Save and reconnect": "Enregistrer et reconnecter",
  "Save and connect": "Enregistrer et connecter",
  "Enter the name of each {0}.": "Saisissez le nom de chaque {0}.",
  "The {0} {1} is there twice.": "En double\u00a0: {0} {1}.",
  "Export as mcp.json": "Exporter en mcp.json",
  "The time limit must be a number of seconds.": "Le délai doit être un nombre de secondes.",
  header: "en-tête",
  variable: "variable",
  Headers: "En-têtes",
  "Environment variables": "Variables d’environnement",
  "The program gets them in addition to those of the console. Values are kept in a file that only you can read, and never shown again.":
    "Le programme les reçoit en plus de celles de la console. Les valeurs sont conservées dans un fichier que vous seul pouvez lire, et jamais réaffichées.",
  "Working directory": "Répertoire de travail",
  "Time limit of a call, in seconds": "Délai d’un appel, en secondes",
  "Without it, a call may take 15 minutes. Progress restarts it. On 2025 versions it includes the time that you take to answer.":
    "Sans lui, un appel peut durer 15 minutes. La progression le relance. Sur les versions 2025, il comprend le temps que vous mettez à répondre.",
  "Client ID": "ID client",
  "Client secret": "Secret client",
  "Only if the client has one. It is stored encrypted with the tokens, and never shown again.":
    "Seulement si le client en a un. Il est enregistré chiffré avec les jetons, et jamais réaffiché.",
  "Scopes, separated by spaces": "Étendues, séparées par des espaces",
  kept: "conservé",
  Replace: "Remplacer",
  "A header for every request": "Un en-tête pour chaque requête",
  "Header (optional)": "En-tête (facultatif)",
  "Its value": "Sa valeur",
  "Choose a server.": "Choisissez un serveur.",
  "What you have pasted": "Ce que vous avez collé",
  "A command runs on this computer with your permissions once you connect it. Environment variables are kept in a file that only you can read; headers only until the console ends.":
    "Une commande s’exécute sur cet ordinateur avec vos droits dès que vous la connectez. Les variables d’environnement sont conservées dans un fichier que vous seul pouvez lire\u00a0; les en-têtes seulement jusqu’à l’arrêt de la console.",
  "Add the chosen servers": "Ajouter les serveurs choisis",
  "Without a name": "Sans nom",
  "The console has it already.": "La console l’a déjà.",
  "The configuration is too large.": "La configuration est trop volumineuse.",
  "Import from another host": "Importer d’un autre hôte",
  "Look on this computer": "Chercher sur cet ordinateur",
  "Choose a file": "Choisir un fichier",
  "Or paste it": "Ou collez-la",
  "No configuration was found": "Aucune configuration trouvée",
  "Servers to import": "Serveurs à importer",
  "Where nothing was found": "Où rien n’a été trouvé",
  "The page to sign in:": "La page de connexion\u00a0:",
  "You will see there what you are asked to allow.":
    "Vous verrez là-bas ce que l’on vous demande d’autoriser.",
  "You are asked to allow:": "On vous demande d’autoriser\u00a0:",
  "(stay signed in)": "(rester connecté)",
  "Sign in": "Se connecter",
  "The page opens in a new tab. The tokens are stored encrypted on this computer and sent to this server only.":
    "La page s’ouvre dans un nouvel onglet. Les jetons sont enregistrés chiffrés sur cet ordinateur et envoyés à ce serveur uniquement.",
  "Use a client ID or scopes of your own": "Utiliser votre propre ID client ou vos étendues",
  "Use a header instead": "Utiliser plutôt un en-tête",
  "Your browser has blocked the new tab. Open the page with this link.":
    "Votre navigateur a bloqué le nouvel onglet. Ouvrez la page avec ce lien.",
  "Waiting for you to sign in.": "En attente de votre connexion.",
  "This page continues by itself.": "Cette page continue d’elle-même.",
  "Open the page to sign in": "Ouvrir la page de connexion",
  "You are signed out. {0}": "Vous êtes déconnecté. {0}",
  "Forget this sign-in": "Oublier cette connexion",
  "For example {0} or {1}. A command runs on this computer with your permissions. Add only servers that you trust.":
    "Par exemple {0} ou {1}. Une commande s’exécute sur cet ordinateur avec vos droits. N’ajoutez que des serveurs auxquels vous faites confiance.",
  "Secrets are left out: {0} stands in their place.":
    "Les secrets sont omis\u00a0: {0} les remplace.",
  "Sent with every request to this server, for example {0} with {1}. Values are kept until the console ends, never written to disk and never shown again.":
    "Envoyés avec chaque requête à ce serveur, par exemple {0} avec {1}. Les valeurs sont conservées jusqu’à l’arrêt de la console, jamais écrites sur le disque ni réaffichées.",
  "Of a client that was registered there with the redirect URI {0} (any port), or the URL of a client ID metadata document.":
    "Celui d’un client enregistré là-bas avec l’URI de redirection {0} (n’importe quel port), ou l’URL d’un document de métadonnées d’ID client.",
  "Add a header": "Ajouter un en-tête",
  "Add a variable": "Ajouter une variable",
  "Name of {0}": "Nom (pour {0})",
  "Value of {0}": "Valeur (pour {0})",
  "For example {0}. It is sent with every request to this server. It is kept until the console ends, and never written to disk.":
    "Par exemple {0}. Il est envoyé avec chaque requête à ce serveur, conservé jusqu’à l’arrêt de la console, et jamais écrit sur le disque.",
  "Reads the configuration of Claude Desktop and Code, VS Code, Cursor, Copilot, Zed and others with {0}, or a {1} of the MCP registry. You see each server before it is added.":
    "Lit la configuration de Claude Desktop et Code, VS Code, Cursor, Copilot, Zed et d’autres avec {0}, ou un {1} du registre MCP. Vous voyez chaque serveur avant son ajout.",
  "Added {0}. Connect a server to start it.":
    "Ajouté\u00a0: {0}. Connectez un serveur pour le démarrer.",
  "This server needs you to sign in at {0}": "Ce serveur vous demande de vous connecter à {0}",
  "You are signed in at {0}.": "Vous êtes connecté à {0}.",
};
