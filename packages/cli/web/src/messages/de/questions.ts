import type { QuestionsText } from "../questions.js";

/** German: the texts of questions and requests. */
export const questions: Readonly<Record<QuestionsText, string>> = {
  "by you": "durch Sie",
  "by you, with a plain link": "durch Sie, mit einem einfachen Link",
  "the address has letters of other alphabets": "die Adresse hat Buchstaben anderer Alphabete",
  "the address mixes alphabets": "die Adresse mischt Alphabete",
  "the address is a number": "die Adresse ist eine Zahl",
  "by {0}": "durch {0}",
  "with a warning: {0}": "mit einer Warnung: {0}",
  "was withdrawn by the server": "wurde vom Server zurückgezogen",
  "was refused (this server is blocked)": "wurde verweigert (dieser Server ist blockiert)",
  "was refused (it asks for a secret in a form)":
    "wurde verweigert (sie fragt in einem Formular nach etwas Geheimem)",
  "was not shown (the server asked too many questions in a short time)":
    "wurde nicht angezeigt (der Server hat in kurzer Zeit zu viele Fragen gestellt)",
  "was not shown (too many questions were open)":
    "wurde nicht angezeigt (zu viele Fragen waren offen)",
  "was not answered (the console was not open in a browser)":
    "wurde nicht beantwortet (die Konsole war in keinem Browser geöffnet)",
  "could not be shown (it is invalid)": "konnte nicht angezeigt werden (sie ist ungültig)",
  "could not be shown (it requires a field that cannot be shown here)":
    "konnte nicht angezeigt werden (sie verlangt ein Feld, das hier nicht angezeigt werden kann)",
  "could not be shown (its message is too long to be shown whole)":
    "konnte nicht angezeigt werden (ihr Text ist zu lang, um ganz angezeigt zu werden)",
  "could not be shown (its mode is not supported)":
    "konnte nicht angezeigt werden (ihr Modus wird nicht unterstützt)",
  "was refused (the link is not a complete web address)":
    "wurde verweigert (der Link ist keine vollständige Webadresse)",
  "was refused (the link is too long to check)":
    "wurde verweigert (der Link ist zu lang zum Prüfen)",
  "was refused (the link contains hidden characters)":
    "wurde verweigert (der Link enthält unsichtbare Zeichen)",
  "was refused (the link does not use https)": "wurde verweigert (der Link verwendet kein https)",
  "was refused (the link contains a user name or password)":
    "wurde verweigert (der Link enthält einen Benutzernamen oder ein Passwort)",
  "was refused (the link leads to a private network)":
    "wurde verweigert (der Link führt in ein privates Netzwerk)",
  "was not shown ({0})": "wurde nicht angezeigt ({0})",
  "Your browser did not open the page. It may block pop-ups.":
    "Ihr Browser hat die Seite nicht geöffnet. Vielleicht blockiert er Pop-ups.",
  ", and give this question up": ", und diese Frage aufgeben",
  "Open questions": "Offene Fragen",
  Answer: "Antworten",
  Questions: "Fragen",
  "Questions of servers": "Fragen der Server",
  "When a server asks something, its question appears here.":
    "Wenn ein Server etwas fragt, erscheint seine Frage hier.",
  "The server has withdrawn it, or its call or connection has ended.":
    "Der Server hat sie zurückgezogen, oder ihr Aufruf oder ihre Verbindung ist beendet.",
  "Its time is up.": "Die Zeit ist abgelaufen.",
  "Nothing was sent.": "Es wurde nichts gesendet.",
  Refuse: "Verweigern",
  "More time": "Mehr Zeit",
  "Show it": "Anzeigen",
  "Always show": "Immer anzeigen",
  "Send and remember": "Senden und merken",
  Sampling: "Sampling",
  "The request is shown with the questions.": "Die Anfrage wird bei den Fragen angezeigt.",
  "When the server asks for an answer of a model, the request appears with the questions, and you write the answer by hand.":
    "Wenn der Server die Antwort eines Modells anfordert, erscheint die Anfrage bei den Fragen, und Sie schreiben die Antwort von Hand.",
  Roots: "Stammverzeichnisse",
  Save: "Speichern",
  "Nothing is saved yet: when the server asks, you are asked.":
    "Noch ist nichts gespeichert: Wenn der Server fragt, werden Sie gefragt.",
  "The server is told that there are none.": "Dem Server wird gesagt, dass es keine gibt.",
  "this directory": "dieses Verzeichnis",
  "these {0} directories": "diese {0} Verzeichnisse",
  "The server is told {0} without asking you.": "Dem Server wird ohne Rückfrage mitgeteilt: {0}.",
  "Enter one complete path or file:// address on each line.":
    "Geben Sie in jeder Zeile einen vollständigen Pfad oder eine file://-Adresse ein.",
  Directories: "Verzeichnisse",
  "System prompt": "System-Prompt",
  "Answer, as the model would give it": "Antwort, wie das Modell sie geben würde",
  Send: "Senden",
  Models: "Modelle",
  "At most": "Höchstens",
  "{0} tokens": "{0} Token",
  Temperature: "Temperatur",
  "Stops at": "Endet bei",
  Context: "Kontext",
  Tools: "Werkzeuge",
  "What the server would like": "Was der Server möchte",
  "Not answered": "Nicht beantwortet",
  "Form:": "Formular:",
  "An answer of a model": "Antwort eines Modells",
  "Your directories": "Ihre Verzeichnisse",
  "The questions and requests of all servers, and how they ended. Your answers are not recorded.":
    "Die Fragen und Anfragen aller Server, und wie sie ausgingen. Ihre Antworten werden nicht aufgezeichnet.",
  "These are the entries since the console was started. The complete log is in":
    "Das sind die Einträge seit dem Start der Konsole. Das vollständige Protokoll steht in",
  "No questions yet. Call a tool that asks one.":
    "Noch keine Fragen. Rufen Sie ein Werkzeug auf, das eine stellt.",
  Ended: "Beendet",
  Server: "Server",
  Requested: "Angefordert",
  Outcome: "Ergebnis",
  "Shown for": "Angezeigt für",
  "Block “{0}”": "„{0}“ blockieren",
  "Until {0}, if the server waits that long.": "Bis {0}, wenn der Server so lange wartet.",
  "{0} was started again since it asked this. It may refuse the answer.":
    "{0} wurde neu gestartet, seit diese Frage gestellt wurde. Die Antwort wird vielleicht nicht angenommen.",
  "{0} wants an answer of a model": "{0} möchte die Antwort eines Modells",
  "{0} wants to know your directories": "{0} möchte Ihre Verzeichnisse wissen",
  "1 opened page": "1 geöffnete Seite",
  "{0} opened pages": "{0} geöffnete Seiten",
  "One on each line, such as {0}. The server is told these addresses, and may take them as permission to read and change what is there.":
    "Eines in jeder Zeile, etwa {0}. Dem Server werden diese Adressen mitgeteilt. Er kann sie als Erlaubnis verstehen, dort zu lesen und zu ändern.",
  expired: "ist abgelaufen",
  "by a program": "durch ein Programm",
  "by a rule": "durch eine Regel",
  "Kept answers": "Aufbewahrte Antworten",
  "When you answered, the call that asked had ended. If the same call comes again in time, it gets your answer, once.":
    "Als Sie geantwortet haben, war der Aufruf, der gefragt hat, schon beendet. Kommt derselbe Aufruf rechtzeitig noch einmal, erhält er Ihre Antwort, einmal.",
  "Kept until {0}": "Aufbewahrt bis {0}",
  "Withdraw this answer": "Diese Antwort zurückziehen",
  "Your answer is kept until {0}: the call that asked had ended.":
    "Ihre Antwort wird bis {0} aufbewahrt: Der Aufruf, der gefragt hat, war schon beendet.",
  "The answer was withdrawn. The next call asks you again.":
    "Die Antwort wurde zurückgezogen. Der nächste Aufruf fragt Sie erneut.",
  "The answer was no longer there: it was used, or its time was up.":
    "Die Antwort war nicht mehr da: Sie wurde verwendet, oder ihre Zeit war abgelaufen.",
  "with a kept answer": "mit einer aufbewahrten Antwort",
  "Answer kept": "Antwort aufbewahrt",
  "Kept answer withdrawn": "Aufbewahrte Antwort zurückgezogen",
  "Kept answer expired": "Aufbewahrte Antwort abgelaufen",
};
