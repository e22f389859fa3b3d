import type { IssueTexts, WarningTexts } from "../parts/issues.js";
import { words } from "./words.js";

const { text, number, plural } = words;
const characters = (count: number): string =>
  plural(count, {
    one: `${number(count)} caractère`,
    many: `${number(count)} de caractères`,
    other: `${number(count)} caractères`,
  });
const options = (count: number): string =>
  plural(count, {
    one: `${number(count)} option`,
    many: `${number(count)} d’options`,
    other: `${number(count)} options`,
  });

/** French: what is wrong with an answer. */
export const issues: IssueTexts = {
  required: "Cette réponse est obligatoire.",
  text: "Saisissez du texte.",
  number: "Saisissez un nombre.",
  integer: "Saisissez un nombre entier.",
  boolean: "Répondez par oui ou par non.",
  options: "Choisissez uniquement parmi les options.",
  onlyOther: "Seule l’autre réponse peut être envoyée.",
  uniqueItems: "Choisissez chaque option une seule fois.",
  minLength: (limit) => `Saisissez au moins ${characters(limit)}.`,
  maxLength: (limit) => `Saisissez au plus ${characters(limit)}.`,
  minItems: (limit) => `Choisissez au moins ${options(limit)}.`,
  maxItems: (limit) => `Choisissez au plus ${options(limit)}.`,
  minimum: (limit) => `Saisissez ${limit} ou plus.`,
  maximum: (limit) => `Saisissez ${limit} ou moins.`,
  exclusiveMinimum: (limit) => `Saisissez plus de ${limit}.`,
  exclusiveMaximum: (limit) => `Saisissez moins de ${limit}.`,
  multipleOf: (limit) => `Saisissez un multiple de ${limit}.`,
  notTheWord: (word) => text`Ce n’est pas «\u00a0${word}\u00a0».`,
  pattern: "Respectez le format que le serveur demande.",
  email: "Saisissez une adresse e-mail, par exemple nom@example.com.",
  uri: "Saisissez une adresse complète, par exemple https://example.com.",
  date: "Saisissez une date sous la forme année-mois-jour, par exemple 2026-01-31.",
  dateTime:
    "Saisissez une date et une heure, par exemple 2026-01-31T09:30:00+01:00. La fin est le décalage par rapport à UTC.",
  noNumber: "Saisissez un nombre en chiffres, avec un point avant les décimales.",
  noInteger: "Saisissez un nombre entier en chiffres.",
  precision: "Ce nombre a trop de chiffres pour être envoyé\u00a0; saisissez un nombre plus rond.",
  unsupported: "Ceci ne peut pas être affiché ici, le formulaire ne peut donc pas être envoyé.",
};

/** French: warnings and refusals. */
export const warnings: WarningTexts = {
  url: {
    punycode:
      "Des lettres de cette adresse peuvent ressembler à d’autres lettres. Refusez, sauf si vous connaissez exactement cette orthographe.",
    "mixed-script":
      "Cette adresse mélange des alphabets\u00a0: une lettre peut passer pour une autre. Refusez, sauf si vous connaissez exactement cette orthographe.",
    imitation: (imitates, domain) =>
      domain === undefined
        ? text`Cette adresse imite ${imitates}, mais c’est sa fin qui dit où elle mène. Refusez, sauf si vous connaissez toute cette adresse.`
        : text`Cette adresse imite ${imitates} mais mène à ${domain}. Refusez, sauf si vous connaissez ${domain}.`,
    address:
      "C’est une adresse IP, qui ne dit pas à qui appartient la page. Refusez, sauf si vous connaissez cette adresse.",
    loopback:
      "Cette page vient d’un programme de cet ordinateur. Refusez, sauf si vous attendez cela de ce serveur.",
    port: "Cette adresse utilise un port inhabituel (le nombre après les deux-points). Refusez, sauf si vous savez qu’il correspond à cette page.",
    long: "Cette adresse est très longue, ce qui peut cacher où elle mène. Refusez, sauf si vous connaissez sa destination.",
  },
  refusedUrl: {
    "not-a-url": "Ce n’est pas une adresse web complète.",
    "too-long": "Cette adresse est trop longue.",
    "hidden-characters":
      "Cette adresse contient des espaces, des barres obliques inverses ou des caractères invisibles.",
    scheme: "Cette adresse n’utilise pas https.",
    credentials: "Cette adresse contient un nom d’utilisateur ou un mot de passe.",
    "private-host": "Cette adresse mène à un réseau privé.",
  },
  name: {
    "hidden-characters":
      "Le nom de ce serveur contient des caractères invisibles et peut en imiter un autre. Vérifiez de quel serveur il s’agit avant de répondre.",
    "mixed-script":
      "Le nom de ce serveur mélange des alphabets et peut en imiter un autre. Vérifiez de quel serveur il s’agit avant de répondre.",
    "look-alike":
      "Le nom de ce serveur est écrit en lettres qui ressemblent à d’autres et peut en imiter un autre. Vérifiez de quel serveur il s’agit avant de répondre.",
  },
  inbox: {
    notOpen: "Cette question n’est plus ouverte.",
    notOpened: "La page ne s’est pas ouverte.",
    notNeeded: "Cette page n’est plus nécessaire.",
    notApproved: "Autorisez d’abord ce serveur.",
  },
};
