import { isSecretName, MASK, maskUrl } from "./secret-names.js";

/**
 * A command's arguments for others, with everything masked that may be a secret: `--api-key X`, `--api-key=X`,
 * `API_KEY=X`. It may hide code, so the user who decides about a command sees `maskWords` instead.
 */
export function hideSecretWords(words: readonly string[]): string[] {
  let next = false;
  return words.map((word) => {
    const masked = next;
    next = false;
    const [, flag, name = "", value] = /^(--?|\/)?([\w.-]+)(=[^]*)?$/.exec(word) ?? [];
    const secret = name !== "" && isSecretName(name);
    if (secret && value !== undefined) return `${flag ?? ""}${name}=${MASK}`;
    if (secret && flag !== undefined) {
      next = true;
      return word;
    }
    return masked ? MASK : /^https?:/i.test(word) ? maskUrl(word) : word;
  });
}
