import type { PageText } from "../page.js";

/** German: the texts of the page as a whole. */
export const page: Readonly<Record<PageText, string>> = {
  "Skip to content": "Zum Inhalt springen",
  "Loading…": "Wird geladen …",
  Loading: "Wird geladen",
  "Connecting to the console…": "Verbindung zur Konsole wird hergestellt …",
  "The console does not respond. Is it still running in the terminal?":
    "Die Konsole antwortet nicht. Läuft sie noch im Terminal?",
  "The request is too large.": "Die Anfrage ist zu groß.",
  "The console refused the request.": "Die Konsole hat die Anfrage abgelehnt.",
  tools: "Werkzeuge",
  "Go to the open question, and back": "Zur offenen Frage und zurück",
  "Go to the newest call and its result": "Zum neuesten Aufruf und seinem Ergebnis",
  "Go to the arguments": "Zu den Argumenten",
  "Go to the search": "Zur Suche",
  "The console does not respond.": "Die Konsole antwortet nicht.",
  "This page keeps trying to reconnect, and keeps what you have typed. If you have ended the console in the terminal, start it again.":
    "Diese Seite versucht weiter, sich zu verbinden, und bewahrt Ihre Eingaben. Wenn Sie die Konsole im Terminal beendet haben, starten Sie sie neu.",
  "This console has ended.": "Diese Konsole ist beendet.",
  "A new console, or another program, answers here now. Open the new address, which is in the terminal, in this tab. What you have typed here is kept.":
    "Hier antwortet jetzt eine neue Konsole oder ein anderes Programm. Öffnen Sie in diesem Tab die neue Adresse, die im Terminal steht. Was Sie hier eingegeben haben, bleibt erhalten.",
  "This tab is paused,": "Dieser Tab ist angehalten,",
  "because the console is open in several tabs. It resumes when you return to it.":
    "weil die Konsole in mehreren Tabs geöffnet ist. Er läuft weiter, wenn Sie zurückkehren.",
  "The bridge that served this page has ended.":
    "Die Bridge, die diese Seite bereitgestellt hat, ist beendet.",
  "Its host may have ended it. The next question opens a page of its own. You can close this one.":
    "Vielleicht hat ihr Host sie beendet. Die nächste Frage öffnet eine eigene Seite. Sie können diese schließen.",
  "This page is no longer valid.": "Diese Seite ist nicht mehr gültig.",
  "The next question opens another one. You can close this one.":
    "Die nächste Frage öffnet eine andere. Sie können diese schließen.",
  "because this page is open in several tabs. It resumes when you return to it.":
    "weil diese Seite in mehreren Tabs geöffnet ist. Er läuft weiter, wenn Sie zurückkehren.",
  System: "System",
  Light: "Hell",
  Dark: "Dunkel",
  Dense: "Kompakt",
  Theme: "Design",
  "Keyboard shortcuts": "Tastenkombinationen",
  "Call, from any argument": "Aufrufen, aus jedem Argument",
  "Not found": "Nicht gefunden",
  "This server does not exist. It may have been removed.":
    "Diesen Server gibt es nicht. Vielleicht wurde er entfernt.",
  "All servers": "Alle Server",
  "This screen could not be shown": "Diese Ansicht konnte nicht angezeigt werden",
  "An unexpected error occurred. You can still answer questions, and running calls continue. Choose another screen, or try again.":
    "Ein unerwarteter Fehler ist aufgetreten. Sie können weiterhin Fragen beantworten, und laufende Aufrufe gehen weiter. Wählen Sie eine andere Ansicht, oder versuchen Sie es erneut.",
  "Try again": "Erneut versuchen",
  Bridge: "Bridge",
  Console: "Konsole",
  "Audit log": "Protokoll der Fragen",
  "Questions of your hosts": "Fragen Ihrer Hosts",
  "The servers of your hosts ask here what the hosts themselves cannot ask. Leave this page open: the next question appears on it.":
    "Die Server Ihrer Hosts fragen hier, was die Hosts selbst nicht fragen können. Lassen Sie diese Seite geöffnet: Die nächste Frage erscheint auf ihr.",
  "Your answer goes to the server that asks, and to nobody else. If a host stops waiting before you answer, its question says so.":
    "Ihre Antwort geht an den Server, der fragt, und an niemanden sonst. Wenn ein Host nicht mehr wartet, bevor Sie antworten, steht das bei seiner Frage.",
  "Open the complete address": "Öffnen Sie die vollständige Adresse",
  "If the console is open in another tab, open its links from there: Ctrl-click, or the middle mouse button.":
    "Wenn die Konsole in einem anderen Tab geöffnet ist, öffnen Sie ihre Links von dort: mit Strg-Klick oder der mittleren Maustaste.",
  Language: "Sprache",
  Automatic: "Automatisch",
  "The address that the console printed contains a password after {0}. It prevents other pages and other users from using your servers. Go to the terminal in which the console is running, and open that address.":
    "Die Adresse, die die Konsole ausgegeben hat, enthält nach {0} ein Passwort. Es verhindert, dass andere Seiten und Benutzer Ihre Server verwenden. Gehen Sie zu dem Terminal, in dem die Konsole läuft, und öffnen Sie diese Adresse.",
  "To start a console: {0}. A page of {1} opens by itself when a server asks: its address works once.":
    "So starten Sie eine Konsole: {0}. Eine Seite von {1} öffnet sich von selbst, wenn ein Server fragt: Ihre Adresse funktioniert nur einmal.",
  "Nothing was sent: the program that served this page has ended.":
    "Es wurde nichts gesendet: Das Programm, das diese Seite bereitgestellt hat, ist beendet.",
};
