import type { SettingsText } from "../settings.js";

/** German: the texts of adding and setting up servers. */
export const settings: Readonly<Record<SettingsText, string>> = {
  "Add a server": "Server hinzufügen",
  "Command or URL": "Befehl oder URL",
  "(optional)": "(optional)",
  "Headers and time limit": "Header und Zeitlimit",
  "Environment, directory and time limit": "Umgebung, Verzeichnis und Zeitlimit",
  "Add and connect": "Hinzufügen und verbinden",
  Clone: "Duplizieren",
  "Edit the server": "Server bearbeiten",
  "Likely secrets are masked; a masked part that you leave where it is stays as it is.":
    "Vermutlich Geheimes ist maskiert; ein maskierter Teil, den Sie stehen lassen, bleibt, wie er ist.",
  "Saving reconnects the server and ends its running calls.":
    "Beim Speichern wird der Server neu verbunden, und seine laufenden Aufrufe enden.",
  "Save and reconnect": "Speichern und neu verbinden",
  "Save and connect": "Speichern und verbinden",
  "Enter the name of each {0}.": "Geben Sie jedem Eintrag einen Namen: {0}.",
  "The {0} {1} is there twice.": "Doppelt vorhanden: {0} {1}.",
  "Export as mcp.json": "Als mcp.json exportieren",
  "The time limit must be a number of seconds.":
    "Das Zeitlimit muss eine Anzahl von Sekunden sein.",
  header: "Header",
  variable: "Variable",
  Headers: "Header",
  "Environment variables": "Umgebungsvariablen",
  "The program gets them in addition to those of the console. Values are kept in a file that only you can read, and never shown again.":
    "Das Programm erhält sie zusätzlich zu denen der Konsole. Werte werden in einer Datei aufbewahrt, die nur Sie lesen können, und nie wieder angezeigt.",
  "Working directory": "Arbeitsverzeichnis",
  "Time limit of a call, in seconds": "Zeitlimit eines Aufrufs, in Sekunden",
  "Without it, a call may take 15 minutes. Progress restarts it. On 2025 versions it includes the time that you take to answer.":
    "Ohne Angabe darf ein Aufruf 15 Minuten dauern. Fortschritt startet die Zeit neu. In Versionen von 2025 zählt die Zeit mit, die Sie zum Antworten brauchen.",
  "Client ID": "Client-ID",
  "Client secret": "Client-Geheimnis",
  "Only if the client has one. It is stored encrypted with the tokens, and never shown again.":
    "Nur wenn der Client eines hat. Es wird mit den Tokens verschlüsselt gespeichert und nie wieder angezeigt.",
  "Scopes, separated by spaces": "Scopes, durch Leerzeichen getrennt",
  kept: "vorhanden",
  Replace: "Ersetzen",
  "A header for every request": "Ein Header für jede Anfrage",
  "Header (optional)": "Header (optional)",
  "Its value": "Sein Wert",
  "Choose a server.": "Wählen Sie einen Server.",
  "What you have pasted": "Was Sie eingefügt haben",
  "A command runs on this computer with your permissions once you connect it. Environment variables are kept in a file that only you can read; headers only until the console ends.":
    "Ein Befehl läuft auf diesem Computer mit Ihren Rechten, sobald Sie ihn verbinden. Umgebungsvariablen werden in einer Datei aufbewahrt, die nur Sie lesen können; Header nur bis zum Ende der Konsole.",
  "Add the chosen servers": "Gewählte Server hinzufügen",
  "Without a name": "Ohne Namen",
  "The console has it already.": "Die Konsole hat ihn schon.",
  "The configuration is too large.": "Die Konfiguration ist zu groß.",
  "Import from another host": "Aus einem anderen Host importieren",
  "Look on this computer": "Auf diesem Computer suchen",
  "Choose a file": "Datei auswählen",
  "Or paste it": "Oder fügen Sie sie ein",
  "No configuration was found": "Keine Konfiguration gefunden",
  "Servers to import": "Server zum Importieren",
  "Where nothing was found": "Wo nichts gefunden wurde",
  "The page to sign in:": "Die Seite zum Anmelden:",
  "You will see there what you are asked to allow.": "Dort sehen Sie, was Sie erlauben sollen.",
  "You are asked to allow:": "Sie werden gebeten zu erlauben:",
  "(stay signed in)": "(angemeldet bleiben)",
  "Sign in": "Anmelden",
  "The page opens in a new tab. The tokens are stored encrypted on this computer and sent to this server only.":
    "Die Seite wird in einem neuen Tab geöffnet. Die Tokens werden auf diesem Computer verschlüsselt gespeichert und nur an diesen Server gesendet.",
  "Use a client ID or scopes of your own": "Eigene Client-ID oder Scopes verwenden",
  "Use a header instead": "Stattdessen einen Header verwenden",
  "Your browser has blocked the new tab. Open the page with this link.":
    "Ihr Browser hat den neuen Tab blockiert. Öffnen Sie die Seite mit diesem Link.",
  "Waiting for you to sign in.": "Wartet auf Ihre Anmeldung.",
  "This page continues by itself.": "Diese Seite geht von selbst weiter.",
  "Open the page to sign in": "Seite zum Anmelden öffnen",
  "You are signed out. {0}": "Sie sind abgemeldet. {0}",
  "Forget this sign-in": "Diese Anmeldung vergessen",
  "For example {0} or {1}. A command runs on this computer with your permissions. Add only servers that you trust.":
    "Zum Beispiel {0} oder {1}. Ein Befehl läuft auf diesem Computer mit Ihren Rechten. Fügen Sie nur Server hinzu, denen Sie vertrauen.",
  "Secrets are left out: {0} stands in their place.":
    "Geheimes wird weggelassen: {0} steht an seiner Stelle.",
  "Sent with every request to this server, for example {0} with {1}. Values are kept until the console ends, never written to disk and never shown again.":
    "Werden mit jeder Anfrage an diesen Server gesendet, zum Beispiel {0} mit {1}. Werte werden bis zum Ende der Konsole aufbewahrt, nie auf die Festplatte geschrieben und nie wieder angezeigt.",
  "Of a client that was registered there with the redirect URI {0} (any port), or the URL of a client ID metadata document.":
    "Die eines Clients, der dort mit der Umleitungs-URI {0} (beliebiger Port) registriert wurde, oder die URL eines Client-ID-Metadatendokuments.",
  "Add a header": "Header hinzufügen",
  "Add a variable": "Variable hinzufügen",
  "Name of {0}": "Name von {0}",
  "Value of {0}": "Wert von {0}",
  "For example {0}. It is sent with every request to this server. It is kept until the console ends, and never written to disk.":
    "Zum Beispiel {0}. Er wird mit jeder Anfrage an diesen Server gesendet, bis zum Ende der Konsole aufbewahrt und nie auf die Festplatte geschrieben.",
  "Reads the configuration of Claude Desktop and Code, VS Code, Cursor, Copilot, Zed and others with {0}, or a {1} of the MCP registry. You see each server before it is added.":
    "Liest die Konfiguration von Claude Desktop und Code, VS Code, Cursor, Copilot, Zed und anderen mit {0} oder eine {1} der MCP-Registry. Sie sehen jeden Server, bevor er hinzugefügt wird.",
  "Added {0}. Connect a server to start it.":
    "Hinzugefügt: {0}. Verbinden Sie einen Server, um ihn zu starten.",
  "This server needs you to sign in at {0}":
    "Dieser Server verlangt, dass Sie sich bei {0} anmelden",
  "You are signed in at {0}.": "Sie sind bei {0} angemeldet.",
};
