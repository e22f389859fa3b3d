import type { QuestionsText } from "../questions.js";

/** French: the texts of questions and requests. */
export const questions: Readonly<Record<QuestionsText, string>> = {
  "by you": "par vous",
  "by you, with a plain link": "par vous, avec un lien simple",
  "the address has letters of other alphabets": "l’adresse a des lettres d’autres alphabets",
  "the address mixes alphabets": "l’adresse mélange des alphabets",
  "the address is a number": "l’adresse est un nombre",
  "by {0}": "par {0}",
  "with a warning: {0}": "avec un avertissement\u00a0: {0}",
  "was withdrawn by the server": "a été retirée par le serveur",
  "was refused (this server is blocked)": "a été rejetée (ce serveur est bloqué)",
  "was refused (it asks for a secret in a form)":
    "a été rejetée (elle demande un secret dans un formulaire)",
  "was not shown (the server asked too many questions in a short time)":
    "n’a pas été affichée (le serveur a posé trop de questions en peu de temps)",
  "was not shown (too many questions were open)":
    "n’a pas été affichée (trop de questions étaient ouvertes)",
  "was not answered (the console was not open in a browser)":
    "est restée sans réponse (la console n’était pas ouverte dans un navigateur)",
  "could not be shown (it is invalid)": "n’a pas pu être affichée (elle n’est pas valide)",
  "could not be shown (it requires a field that cannot be shown here)":
    "n’a pas pu être affichée (elle exige un champ qui ne peut pas être affiché ici)",
  "could not be shown (its message is too long to be shown whole)":
    "n’a pas pu être affichée (son message est trop long pour être affiché en entier)",
  "could not be shown (its mode is not supported)":
    "n’a pas pu être affichée (son mode n’est pas pris en charge)",
  "was refused (the link is not a complete web address)":
    "a été rejetée (le lien n’est pas une adresse web complète)",
  "was refused (the link is too long to check)":
    "a été rejetée (le lien est trop long pour être vérifié)",
  "was refused (the link contains hidden characters)":
    "a été rejetée (le lien contient des caractères invisibles)",
  "was refused (the link does not use https)": "a été rejetée (le lien n’utilise pas https)",
  "was refused (the link contains a user name or password)":
    "a été rejetée (le lien contient un nom d’utilisateur ou un mot de passe)",
  "was refused (the link leads to a private network)":
    "a été rejetée (le lien mène à un réseau privé)",
  "was not shown ({0})": "n’a pas été affichée ({0})",
  "Your browser did not open the page. It may block pop-ups.":
    "Votre navigateur n’a pas ouvert la page. Il bloque peut-être les fenêtres contextuelles.",
  ", and give this question up": ", et abandonner cette question",
  "Open questions": "Questions ouvertes",
  Answer: "Répondre",
  Questions: "Questions",
  "Questions of servers": "Questions des serveurs",
  "When a server asks something, its question appears here.":
    "Quand un serveur demande quelque chose, sa question apparaît ici.",
  "The server has withdrawn it, or its call or connection has ended.":
    "Le serveur l’a retirée, ou son appel ou sa connexion a pris fin.",
  "Its time is up.": "Le temps est écoulé.",
  "Nothing was sent.": "Rien n’a été envoyé.",
  Refuse: "Rejeter",
  "More time": "Plus de temps",
  "Show it": "Afficher",
  "Always show": "Toujours afficher",
  "Send and remember": "Envoyer et mémoriser",
  Sampling: "Échantillonnage",
  "The request is shown with the questions.": "La demande s’affiche avec les questions.",
  "When the server asks for an answer of a model, the request appears with the questions, and you write the answer by hand.":
    "Quand le serveur demande la réponse d’un modèle, la demande apparaît avec les questions, et vous rédigez la réponse à la main.",
  Roots: "Racines",
  Save: "Enregistrer",
  "Nothing is saved yet: when the server asks, you are asked.":
    "Rien n’est encore enregistré\u00a0: quand le serveur demande, on vous le demande.",
  "The server is told that there are none.": "Le serveur apprend qu’il n’y en a aucun.",
  "this directory": "ce répertoire",
  "these {0} directories": "ces {0} répertoires",
  "The server is told {0} without asking you.": "Le serveur reçoit sans vous demander\u00a0: {0}.",
  "Enter one complete path or file:// address on each line.":
    "Saisissez un chemin complet ou une adresse file:// par ligne.",
  Directories: "Répertoires",
  "System prompt": "Prompt système",
  "Answer, as the model would give it": "Réponse, telle que le modèle la donnerait",
  Send: "Envoyer",
  Models: "Modèles",
  "At most": "Au plus",
  "{0} tokens": "{0} jetons",
  Temperature: "Température",
  "Stops at": "S’arrête à",
  Context: "Contexte",
  Tools: "Outils",
  "What the server would like": "Ce que le serveur souhaite",
  "Not answered": "Sans réponse",
  "Form:": "Formulaire\u00a0:",
  "An answer of a model": "Réponse d’un modèle",
  "Your directories": "Vos répertoires",
  "The questions and requests of all servers, and how they ended. Your answers are not recorded.":
    "Les questions et demandes de tous les serveurs, et leur issue. Vos réponses ne sont pas enregistrées.",
  "These are the entries since the console was started. The complete log is in":
    "Ce sont les entrées depuis le lancement de la console. Le journal complet est dans",
  "No questions yet. Call a tool that asks one.":
    "Aucune question. Appelez un outil qui en pose une.",
  Ended: "Terminé",
  Server: "Serveur",
  Requested: "Demandé",
  Outcome: "Issue",
  "Shown for": "Affichée pendant",
  "Block “{0}”": "Bloquer «\u00a0{0}\u00a0»",
  "Until {0}, if the server waits that long.": "Jusqu’à {0}, si le serveur attend aussi longtemps.",
  "{0} was started again since it asked this. It may refuse the answer.":
    "{0} a été relancé depuis cette question. Il peut rejeter la réponse.",
  "{0} wants an answer of a model": "{0} demande la réponse d’un modèle",
  "{0} wants to know your directories": "{0} veut connaître vos répertoires",
  "1 opened page": "1 page ouverte",
  "{0} opened pages": "{0} pages ouvertes",
  "One on each line, such as {0}. The server is told these addresses, and may take them as permission to read and change what is there.":
    "Un par ligne, par exemple {0}. Le serveur reçoit ces adresses, et peut y voir l’autorisation de lire et de modifier ce qui s’y trouve.",
  expired: "a expiré",
  "by a program": "par un programme",
  "by a rule": "par une règle",
  "Kept answers": "Réponses conservées",
  "When you answered, the call that asked had ended. If the same call comes again in time, it gets your answer, once.":
    "Quand vous avez répondu, l’appel qui demandait était terminé. Si le même appel revient à temps, il reçoit votre réponse, une seule fois.",
  "Kept until {0}": "Conservée jusqu’à {0}",
  "Withdraw this answer": "Retirer cette réponse",
  "Your answer is kept until {0}: the call that asked had ended.":
    "Votre réponse est conservée jusqu’à {0} : l’appel qui demandait était terminé.",
  "The answer was withdrawn. The next call asks you again.":
    "La réponse a été retirée. Le prochain appel vous demandera à nouveau.",
  "The answer was no longer there: it was used, or its time was up.":
    "La réponse n’était plus là : elle a été utilisée, ou son temps était écoulé.",
  "with a kept answer": "avec une réponse conservée",
  "Answer kept": "Réponse conservée",
  "Kept answer withdrawn": "Réponse conservée retirée",
  "Kept answer expired": "Réponse conservée expirée",
};
