import type { ParsedSchema } from "../schema/fields.js";

/** The words of the larger guard in `midcall/schema` that cover most cases, small enough for every host. */
const SECRET =
  /\b(pass(word|phrase|code)|pwd|pin|secret|api key|token|credential|private key|(seed|recovery) phrase|card number|cv[vc]|ssn|social security|iban|otp|one time code)s?\b|passwort|mot de passe|contrase|senha|密码|パスワード/;

const words = (text = ""): string =>
  text
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[_\-.]+/g, " ")
    .toLowerCase();

/** Names of the fields to type in that seem to ask for a secret. */
export function secretFieldsOf({ fields }: ParsedSchema): string[] {
  return fields
    .filter(
      ({ kind, name, title }) =>
        /^(text|number|integer)$/.test(kind) && SECRET.test(`${words(name)}\n${words(title)}`),
    )
    .map(({ name }) => name);
}
