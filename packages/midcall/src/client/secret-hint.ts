import type { ParsedSchema } from "../schema/fields.js";

/**
 * The words of the larger guard in `midcall/schema` that cover most cases, small enough for every host.
 * They end a name or title: a password policy, a card type and a token count are no secrets.
 */
const SECRET =
  /((pass ?(word|wd|phrase|code)|pwd|(api|private|secret|access|ssh) ?key|secret|bearer|credential|(credit|debit) ?card|card ?number|(seed|recovery|backup|verification|security|time|fa|factor) ?(phrase|code)|social ?security|\b(pin|cv[vc]2?|ssn|iban|t?otp))s?|token)( code| number)?$|passwort|mot de passe|contrase|senha|密码|パスワ/m;

const words = (text = ""): string =>
  text.replace(/[_\-.]+|(?<=[a-z\d])(?=[A-Z])/g, " ").toLowerCase();

/** Names of the fields to type in that seem to ask for a secret. */
export function secretFieldsOf({ fields }: ParsedSchema): string[] {
  return fields
    .filter(
      ({ kind, name, title }) =>
        /^(text|number|integer)$/.test(kind) && SECRET.test(`${words(name)}\n${words(title)}`),
    )
    .map(({ name }) => name);
}
