import type { LimitMessages, SharedMessages } from "../../messages/shared-messages.js";
import type { words } from "./words.js";

/** Spanish: the words that React, the terminal and the pages share. */
export const shared = ({ text }: typeof words): SharedMessages => ({
  decline: "Rechazar",
  cancel: "Ahora no",
  send: "Enviar",
  review: "Revisar",
  reviewTitle: "Revise su respuesta",
  edit: "Modificar",
  agree: "Aceptar",
  yes: "Sí",
  no: "No",
  noAnswer: "Sin respuesta",
  notAnswered: "Sin responder",
  suggested: "sugerido por el servidor",
  required: "obligatorio",
  optional: "opcional",
  choose: "Elegir…",
  open: (host) => text`Abrir ${host}`,
  openAgain: "Volver a abrir",
  continue: "He terminado, continuar",
});

/** Spanish: limits of fields. */
export const limits: LimitMessages = {
  between: (low, high, of) => {
    const range = low === high ? String(low) : `de ${low} a ${high}`;
    if (of === "options") return `Elija ${range}${high > 1 ? " opciones" : " opción"}.`;
    if (of === "characters") return `Introduzca ${range}${high > 1 ? " caracteres" : " carácter"}.`;
    return low === high ? `Introduzca ${low}.` : `Introduzca un valor ${range}.`;
  },
  checkedFormat: "El servidor comprueba el formato.",
};
