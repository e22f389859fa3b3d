import type { IssueTexts, WarningTexts } from "../parts/issues.js";
import { words } from "./words.js";

const { text, number, plural } = words;
const characters = (count: number): string =>
  plural(count, {
    one: `${number(count)} carácter`,
    many: `${number(count)} de caracteres`,
    other: `${number(count)} caracteres`,
  });
const options = (count: number): string =>
  plural(count, {
    one: `${number(count)} opción`,
    many: `${number(count)} de opciones`,
    other: `${number(count)} opciones`,
  });

/** Spanish: what is wrong with an answer. */
export const issues: IssueTexts = {
  required: "Esta respuesta es obligatoria.",
  text: "Introduzca texto.",
  number: "Introduzca un número.",
  integer: "Introduzca un número entero.",
  boolean: "Responda sí o no.",
  options: "Elija solo entre las opciones.",
  onlyOther: "Solo se puede enviar la otra respuesta.",
  uniqueItems: "Elija cada opción una sola vez.",
  minLength: (limit) => `Introduzca al menos ${characters(limit)}.`,
  maxLength: (limit) => `Introduzca como máximo ${characters(limit)}.`,
  minItems: (limit) => `Elija al menos ${options(limit)}.`,
  maxItems: (limit) => `Elija como máximo ${options(limit)}.`,
  minimum: (limit) => `Introduzca ${limit} o más.`,
  maximum: (limit) => `Introduzca ${limit} o menos.`,
  exclusiveMinimum: (limit) => `Introduzca más de ${limit}.`,
  exclusiveMaximum: (limit) => `Introduzca menos de ${limit}.`,
  multipleOf: (limit) => `Introduzca un múltiplo de ${limit}.`,
  notTheWord: (word) => text`Esto no es «${word}».`,
  pattern: "Use el formato que pide el servidor.",
  email: "Introduzca una dirección de correo electrónico, por ejemplo nombre@example.com.",
  uri: "Introduzca una dirección completa, por ejemplo https://example.com.",
  date: "Introduzca una fecha como año-mes-día, por ejemplo 2026-01-31.",
  dateTime:
    "Introduzca una fecha y una hora, por ejemplo 2026-01-31T09:30:00+01:00. El final es la diferencia con UTC.",
  noNumber: "Introduzca un número en cifras, con un punto antes de los decimales.",
  noInteger: "Introduzca un número entero en cifras.",
  precision:
    "Este número tiene más cifras de las que se pueden enviar; introduzca uno más redondo.",
  unsupported: "Esto no se puede mostrar aquí, así que el formulario no se puede enviar.",
};

/** Spanish: warnings and refusals. */
export const warnings: WarningTexts = {
  url: {
    punycode:
      "Algunas letras de esta dirección pueden parecer otras. Rechace, salvo que conozca exactamente esta escritura.",
    "mixed-script":
      "Esta dirección mezcla alfabetos, de modo que una letra puede pasar por otra. Rechace, salvo que conozca exactamente esta escritura.",
    imitation: (imitates, domain) =>
      domain === undefined
        ? text`Esta dirección imita a ${imitates}, pero es su final el que dice adónde lleva. Rechace, salvo que conozca toda esta dirección.`
        : text`Esta dirección imita a ${imitates} pero lleva a ${domain}. Rechace, salvo que conozca ${domain}.`,
    address:
      "Es una dirección IP, que no muestra de quién es la página. Rechace, salvo que conozca esta dirección.",
    loopback:
      "Esta página procede de un programa de este equipo. Rechace, salvo que espere eso de este servidor.",
    port: "Esta dirección usa un puerto poco habitual (el número después de los dos puntos). Rechace, salvo que sepa que corresponde a esta página.",
    long: "Esta dirección es muy larga, lo que puede ocultar adónde lleva. Rechace, salvo que conozca su destino.",
  },
  refusedUrl: {
    "not-a-url": "Esto no es una dirección web completa.",
    "too-long": "Esta dirección es demasiado larga.",
    "hidden-characters":
      "Esta dirección contiene espacios, barras invertidas o caracteres invisibles.",
    scheme: "Esta dirección no usa https.",
    credentials: "Esta dirección contiene un nombre de usuario o una contraseña.",
    "private-host": "Esta dirección lleva a una red privada.",
  },
  name: {
    "hidden-characters":
      "El nombre de este servidor contiene caracteres invisibles y puede imitar a otro. Compruebe qué servidor es antes de responder.",
    "mixed-script":
      "El nombre de este servidor mezcla alfabetos y puede imitar a otro. Compruebe qué servidor es antes de responder.",
    "look-alike":
      "El nombre de este servidor tiene letras que parecen otras y puede imitar a otro. Compruebe qué servidor es antes de responder.",
  },
  inbox: {
    notOpen: "Esta pregunta ya no está abierta.",
    notOpened: "La página no se abrió.",
    notNeeded: "Esta página ya no es necesaria.",
    notApproved: "Primero permita este servidor.",
  },
};
