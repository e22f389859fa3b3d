import type { PageText } from "../page.js";

/** Spanish: the texts of the page as a whole. */
export const page: Readonly<Record<PageText, string>> = {
  "Skip to content": "Ir al contenido",
  "Loading…": "Cargando…",
  Loading: "Cargando",
  "Connecting to the console…": "Conectando con la consola…",
  "The console does not respond. Is it still running in the terminal?":
    "La consola no responde. ¿Sigue en marcha en el terminal?",
  "The request is too large.": "La solicitud es demasiado grande.",
  "The console refused the request.": "La consola denegó la solicitud.",
  tools: "herramientas",
  "Go to the open question, and back": "Ir a la pregunta abierta y volver",
  "Go to the newest call and its result": "Ir a la última llamada y su resultado",
  "Go to the arguments": "Ir a los argumentos",
  "Go to the search": "Ir a la búsqueda",
  "The console does not respond.": "La consola no responde.",
  "This page keeps trying to reconnect, and keeps what you have typed. If you have ended the console in the terminal, start it again.":
    "Esta página sigue intentando reconectarse y conserva lo que ha escrito. Si cerró la consola en el terminal, iníciela de nuevo.",
  "This console has ended.": "Esta consola ha terminado.",
  "A new console, or another program, answers here now. Open the new address, which is in the terminal, in this tab. What you have typed here is kept.":
    "Aquí responde ahora una consola nueva u otro programa. Abra en esta pestaña la nueva dirección, que está en el terminal. Lo que ha escrito aquí se conserva.",
  "This tab is paused,": "Esta pestaña está en pausa,",
  "because the console is open in several tabs. It resumes when you return to it.":
    "porque la consola está abierta en varias pestañas. Continúa cuando vuelva a ella.",
  "The bridge that served this page has ended.": "El bridge que servía esta página ha terminado.",
  "Its host may have ended it. The next question opens a page of its own. You can close this one.":
    "Quizá lo cerró su host. La próxima pregunta abre su propia página. Puede cerrar esta.",
  "This page is no longer valid.": "Esta página ya no es válida.",
  "The next question opens another one. You can close this one.":
    "La próxima pregunta abre otra. Puede cerrar esta.",
  "because this page is open in several tabs. It resumes when you return to it.":
    "porque esta página está abierta en varias pestañas. Continúa cuando vuelva a ella.",
  System: "Sistema",
  Light: "Claro",
  Dark: "Oscuro",
  Dense: "Compacto",
  Theme: "Tema",
  "Keyboard shortcuts": "Atajos de teclado",
  "Call, from any argument": "Llamar, desde cualquier argumento",
  "Not found": "No encontrado",
  "This server does not exist. It may have been removed.":
    "Este servidor no existe. Quizá se eliminó.",
  "All servers": "Todos los servidores",
  "This screen could not be shown": "Esta pantalla no se pudo mostrar",
  "An unexpected error occurred. You can still answer questions, and running calls continue. Choose another screen, or try again.":
    "Se produjo un error inesperado. Puede seguir respondiendo preguntas, y las llamadas en curso continúan. Elija otra pantalla o inténtelo de nuevo.",
  "Try again": "Intentar de nuevo",
  Bridge: "Bridge",
  Console: "Consola",
  "Audit log": "Registro de auditoría",
  "Questions of your hosts": "Preguntas de sus hosts",
  "The servers of your hosts ask here what the hosts themselves cannot ask. Leave this page open: the next question appears on it.":
    "Los servidores de sus hosts preguntan aquí lo que los propios hosts no pueden preguntar. Deje esta página abierta: la próxima pregunta aparece en ella.",
  "Your answer goes to the server that asks, and to nobody else. If a host stops waiting before you answer, its question says so.":
    "Su respuesta va al servidor que pregunta y a nadie más. Si un host deja de esperar antes de que responda, su pregunta lo dice.",
  "Open the complete address": "Abra la dirección completa",
  "If the console is open in another tab, open its links from there: Ctrl-click, or the middle mouse button.":
    "Si la consola está abierta en otra pestaña, abra sus enlaces desde allí: Ctrl-clic o el botón central del ratón.",
  Language: "Idioma",
  Automatic: "Automático",
  "The address that the console printed contains a password after {0}. It prevents other pages and other users from using your servers. Go to the terminal in which the console is running, and open that address.":
    "La dirección que mostró la consola contiene una contraseña después de {0}. Impide que otras páginas y otros usuarios usen sus servidores. Vaya al terminal en el que está la consola y abra esa dirección.",
  "To start a console: {0}. A page of {1} opens by itself when a server asks: its address works once.":
    "Para iniciar una consola: {0}. Una página de {1} se abre sola cuando un servidor pregunta: su dirección funciona una sola vez.",
  "Nothing was sent: the program that served this page has ended.":
    "No se envió nada: el programa que servía esta página ha terminado.",
};
