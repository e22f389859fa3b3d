import type { SettingsText } from "../settings.js";

/** Spanish: the texts of adding and setting up servers. */
export const settings: Readonly<Record<SettingsText, string>> = {
  "Add a server": "Añadir un servidor",
  "Command or URL": "Comando o URL",
  "(optional)": "(opcional)",
  "Headers and time limit": "Encabezados y límite de tiempo",
  "Environment, directory and time limit": "Entorno, directorio y límite de tiempo",
  "Add and connect": "Añadir y conectar",
  Clone: "Duplicar",
  "Edit the server": "Modificar el servidor",
  "Likely secrets are masked; a masked part that you leave where it is stays as it is.":
    "Los posibles secretos están enmascarados; una parte enmascarada que deje en su sitio no cambia.",
  "Saving reconnects the server and ends its running calls.":
    "Al guardar se reconecta el servidor y terminan sus llamadas en curso.",
  "Save and reconnect": "Guardar y reconectar",
  "Save and connect": "Guardar y conectar",
  "Enter the name of each {0}.": "Introduzca el nombre de cada {0}.",
  "The {0} {1} is there twice.": "Repetido: {0} {1}.",
  "Export as mcp.json": "Exportar como mcp.json",
  "The time limit must be a number of seconds.":
    "El límite de tiempo debe ser un número de segundos.",
  header: "encabezado",
  variable: "variable",
  Headers: "Encabezados",
  "Environment variables": "Variables de entorno",
  "The program gets them in addition to those of the console. Values are kept in a file that only you can read, and never shown again.":
    "El programa las recibe además de las de la consola. Los valores se guardan en un archivo que solo usted puede leer y no se vuelven a mostrar.",
  "Working directory": "Directorio de trabajo",
  "Time limit of a call, in seconds": "Límite de tiempo de una llamada, en segundos",
  "Without it, a call may take 15 minutes. Progress restarts it. On 2025 versions it includes the time that you take to answer.":
    "Sin él, una llamada puede durar 15 minutos. El progreso lo reinicia. En las versiones de 2025 incluye el tiempo que usted tarda en responder.",
  "Client ID": "ID de cliente",
  "Client secret": "Secreto de cliente",
  "Only if the client has one. It is stored encrypted with the tokens, and never shown again.":
    "Solo si el cliente tiene uno. Se guarda cifrado con los tokens y no se vuelve a mostrar.",
  "Scopes, separated by spaces": "Ámbitos, separados por espacios",
  kept: "conservado",
  Replace: "Sustituir",
  "A header for every request": "Un encabezado para cada solicitud",
  "Header (optional)": "Encabezado (opcional)",
  "Its value": "Su valor",
  "Choose a server.": "Elija un servidor.",
  "What you have pasted": "Lo que ha pegado",
  "A command runs on this computer with your permissions once you connect it. Environment variables are kept in a file that only you can read; headers only until the console ends.":
    "Un comando se ejecuta en este equipo con sus permisos en cuanto lo conecta. Las variables de entorno se guardan en un archivo que solo usted puede leer; los encabezados, solo hasta que termine la consola.",
  "Add the chosen servers": "Añadir los servidores elegidos",
  "Without a name": "Sin nombre",
  "The console has it already.": "La consola ya lo tiene.",
  "The configuration is too large.": "La configuración es demasiado grande.",
  "Import from another host": "Importar de otro host",
  "Look on this computer": "Buscar en este equipo",
  "Choose a file": "Elegir un archivo",
  "Or paste it": "O péguela",
  "No configuration was found": "No se encontró ninguna configuración",
  "Servers to import": "Servidores para importar",
  "Where nothing was found": "Dónde no se encontró nada",
  "The page to sign in:": "La página para iniciar sesión:",
  "You will see there what you are asked to allow.": "Allí verá lo que se le pide permitir.",
  "You are asked to allow:": "Se le pide permitir:",
  "(stay signed in)": "(mantener la sesión)",
  "Sign in": "Iniciar sesión",
  "The page opens in a new tab. The tokens are stored encrypted on this computer and sent to this server only.":
    "La página se abre en una pestaña nueva. Los tokens se guardan cifrados en este equipo y se envían solo a este servidor.",
  "Use a client ID or scopes of your own": "Usar un ID de cliente o ámbitos propios",
  "Use a header instead": "Usar un encabezado en su lugar",
  "Your browser has blocked the new tab. Open the page with this link.":
    "Su navegador ha bloqueado la pestaña nueva. Abra la página con este enlace.",
  "Waiting for you to sign in.": "Esperando a que inicie sesión.",
  "This page continues by itself.": "Esta página continúa por sí sola.",
  "Open the page to sign in": "Abrir la página para iniciar sesión",
  "You are signed out. {0}": "Ha cerrado la sesión. {0}",
  "Forget this sign-in": "Olvidar este inicio de sesión",
  "For example {0} or {1}. A command runs on this computer with your permissions. Add only servers that you trust.":
    "Por ejemplo {0} o {1}. Un comando se ejecuta en este equipo con sus permisos. Añada solo servidores en los que confíe.",
  "Secrets are left out: {0} stands in their place.": "Los secretos se omiten: {0} ocupa su lugar.",
  "Sent with every request to this server, for example {0} with {1}. Values are kept until the console ends, never written to disk and never shown again.":
    "Se envían con cada solicitud a este servidor, por ejemplo {0} con {1}. Los valores se conservan hasta que termine la consola, nunca se escriben en el disco ni se vuelven a mostrar.",
  "Of a client that was registered there with the redirect URI {0} (any port), or the URL of a client ID metadata document.":
    "El de un cliente registrado allí con el URI de redirección {0} (cualquier puerto), o la URL de un documento de metadatos de ID de cliente.",
  "Add a header": "Añadir un encabezado",
  "Add a variable": "Añadir una variable",
  "Name of {0}": "Nombre de {0}",
  "Value of {0}": "Valor de {0}",
  "For example {0}. It is sent with every request to this server. It is kept until the console ends, and never written to disk.":
    "Por ejemplo {0}. Se envía con cada solicitud a este servidor, se conserva hasta que termine la consola y nunca se escribe en el disco.",
  "Reads the configuration of Claude Desktop and Code, VS Code, Cursor, Copilot, Zed and others with {0}, or a {1} of the MCP registry. You see each server before it is added.":
    "Lee la configuración de Claude Desktop y Code, VS Code, Cursor, Copilot, Zed y otros con {0}, o un {1} del registro MCP. Verá cada servidor antes de añadirlo.",
  "Added {0}. Connect a server to start it.": "Añadido: {0}. Conecte un servidor para iniciarlo.",
  "This server needs you to sign in at {0}": "Este servidor necesita que inicie sesión en {0}",
  "You are signed in at {0}.": "Ha iniciado sesión en {0}.",
};
