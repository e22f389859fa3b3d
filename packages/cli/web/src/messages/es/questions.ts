import type { QuestionsText } from "../questions.js";

/** Spanish: the texts of questions and requests. */
export const questions: Readonly<Record<QuestionsText, string>> = {
  "by you": "por usted",
  "by you, with a plain link": "por usted, con un enlace simple",
  "the address has letters of other alphabets": "la dirección tiene letras de otros alfabetos",
  "the address mixes alphabets": "la dirección mezcla alfabetos",
  "the address is a number": "la dirección es un número",
  "by {0}": "por {0}",
  "with a warning: {0}": "con una advertencia: {0}",
  "was withdrawn by the server": "fue retirada por el servidor",
  "was refused (this server is blocked)": "fue denegada (este servidor está bloqueado)",
  "was refused (it asks for a secret in a form)": "fue denegada (pide un secreto en un formulario)",
  "was not shown (the server asked too many questions in a short time)":
    "no se mostró (el servidor hizo demasiadas preguntas en poco tiempo)",
  "was not shown (too many questions were open)":
    "no se mostró (había demasiadas preguntas abiertas)",
  "was not answered (the console was not open in a browser)":
    "no se respondió (la consola no estaba abierta en un navegador)",
  "could not be shown (it is invalid)": "no se pudo mostrar (no es válida)",
  "could not be shown (it requires a field that cannot be shown here)":
    "no se pudo mostrar (exige un campo que no se puede mostrar aquí)",
  "could not be shown (its message is too long to be shown whole)":
    "no se pudo mostrar (su mensaje es demasiado largo para mostrarlo entero)",
  "could not be shown (its mode is not supported)": "no se pudo mostrar (su modo no se admite)",
  "was refused (the link is not a complete web address)":
    "fue denegada (el enlace no es una dirección web completa)",
  "was refused (the link is too long to check)":
    "fue denegada (el enlace es demasiado largo para comprobarlo)",
  "was refused (the link contains hidden characters)":
    "fue denegada (el enlace contiene caracteres invisibles)",
  "was refused (the link does not use https)": "fue denegada (el enlace no usa https)",
  "was refused (the link contains a user name or password)":
    "fue denegada (el enlace contiene un nombre de usuario o una contraseña)",
  "was refused (the link leads to a private network)":
    "fue denegada (el enlace lleva a una red privada)",
  "was not shown ({0})": "no se mostró ({0})",
  "Your browser did not open the page. It may block pop-ups.":
    "Su navegador no abrió la página. Quizá bloquea las ventanas emergentes.",
  ", and give this question up": ", y abandonar esta pregunta",
  "Open questions": "Preguntas abiertas",
  Answer: "Responder",
  Questions: "Preguntas",
  "Questions of servers": "Preguntas de los servidores",
  "When a server asks something, its question appears here.":
    "Cuando un servidor pregunta algo, su pregunta aparece aquí.",
  "The server has withdrawn it, or its call or connection has ended.":
    "El servidor la retiró, o su llamada o conexión ha terminado.",
  "Its time is up.": "Se acabó el tiempo.",
  "Nothing was sent.": "No se envió nada.",
  Refuse: "Denegar",
  "More time": "Más tiempo",
  "Show it": "Mostrar",
  "Always show": "Mostrar siempre",
  "Send and remember": "Enviar y recordar",
  Sampling: "Muestreo",
  "The request is shown with the questions.": "La solicitud se muestra con las preguntas.",
  "When the server asks for an answer of a model, the request appears with the questions, and you write the answer by hand.":
    "Cuando el servidor pide la respuesta de un modelo, la solicitud aparece con las preguntas y usted escribe la respuesta a mano.",
  Roots: "Raíces",
  Save: "Guardar",
  "Nothing is saved yet: when the server asks, you are asked.":
    "Aún no hay nada guardado: cuando el servidor pregunte, se le preguntará.",
  "The server is told that there are none.": "Se le dice al servidor que no hay ninguno.",
  "this directory": "este directorio",
  "these {0} directories": "estos {0} directorios",
  "The server is told {0} without asking you.": "Se le dice al servidor sin preguntarle: {0}.",
  "Enter one complete path or file:// address on each line.":
    "Introduzca en cada línea una ruta completa o una dirección file://.",
  Directories: "Directorios",
  "System prompt": "Prompt del sistema",
  "Answer, as the model would give it": "Respuesta, como la daría el modelo",
  Send: "Enviar",
  Models: "Modelos",
  "At most": "Como máximo",
  "{0} tokens": "{0} tokens",
  Temperature: "Temperatura",
  "Stops at": "Se detiene en",
  Context: "Contexto",
  Tools: "Herramientas",
  "What the server would like": "Lo que quiere el servidor",
  "Not answered": "Sin respuesta",
  "Form:": "Formulario:",
  "An answer of a model": "Respuesta de un modelo",
  "Your directories": "Sus directorios",
  "The questions and requests of all servers, and how they ended. Your answers are not recorded.":
    "Las preguntas y solicitudes de todos los servidores y cómo terminaron. Sus respuestas no se registran.",
  "These are the entries since the console was started. The complete log is in":
    "Estas son las entradas desde que se inició la consola. El registro completo está en",
  "No questions yet. Call a tool that asks one.":
    "Aún no hay preguntas. Llame a una herramienta que haga una.",
  Ended: "Terminada",
  Server: "Servidor",
  Requested: "Solicitado",
  Outcome: "Desenlace",
  "Shown for": "Mostrada durante",
  "Block “{0}”": "Bloquear «{0}»",
  "Until {0}, if the server waits that long.": "Hasta las {0}, si el servidor espera tanto.",
  "{0} was started again since it asked this. It may refuse the answer.":
    "{0} se reinició desde que hizo esta pregunta. Puede denegar la respuesta.",
  "{0} wants an answer of a model": "{0} pide la respuesta de un modelo",
  "{0} wants to know your directories": "{0} quiere conocer sus directorios",
  "1 opened page": "1 página abierta",
  "{0} opened pages": "{0} páginas abiertas",
  "One on each line, such as {0}. The server is told these addresses, and may take them as permission to read and change what is there.":
    "Uno por línea, por ejemplo {0}. Se comunican estas direcciones al servidor, que puede tomarlas como permiso para leer y cambiar lo que hay en ellas.",
  expired: "caducó",
  "by a program": "por un programa",
  "by a rule": "por una regla",
  "Kept answers": "Respuestas guardadas",
  "When you answered, the call that asked had ended. If the same call comes again in time, it gets your answer, once.":
    "Cuando respondió, la llamada que preguntaba había terminado. Si la misma llamada vuelve a tiempo, recibe su respuesta, una sola vez.",
  "Kept until {0}": "Guardada hasta las {0}",
  "Withdraw this answer": "Retirar esta respuesta",
  "Your answer is kept until {0}: the call that asked had ended.":
    "Su respuesta se guarda hasta las {0}: la llamada que preguntaba había terminado.",
  "The answer was withdrawn. The next call asks you again.":
    "La respuesta se retiró. La próxima llamada le preguntará de nuevo.",
  "The answer was no longer there: it was used, or its time was up.":
    "La respuesta ya no estaba: se usó, o se acabó su tiempo.",
  "with a kept answer": "con una respuesta guardada",
  "Answer kept": "Respuesta guardada",
  "Kept answer withdrawn": "Respuesta guardada retirada",
  "Kept answer expired": "Respuesta guardada caducada",
};
