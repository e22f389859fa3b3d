import type { ServerSettings } from "./changes.js";
import { hideSecretWords } from "../secrets/hide-secret-words.js";
import { isSecretName, MASK, maskShownUrl } from "../secrets/secret-names.js";
import { isUrl } from "../../../is-url.js";

/** A configuration as other hosts read it. */
export interface ExportedConfiguration {
  readonly mcpServers: Readonly<Record<string, object>>;
}

const nameOf = (text: string): string =>
  text
    .replace(/^-+/, "")
    .replace(/\W+/g, "_")
    .replace(/^(?=\d)/, "_")
    .toUpperCase() || "VALUE";

const placeholder = (text: string): string => `\${${nameOf(text)}}`;

/** The servers in the shape that most hosts read. Secrets are left out: `${NAME}` stands in their place. */
export function toConfiguration(servers: readonly ServerSettings[]): ExportedConfiguration {
  // `fromEntries` handles any name safely, including `__proto__`.
  return { mcpServers: Object.fromEntries(servers.map((one) => [one.saved.name, toEntry(one)])) };
}

function toEntry({ saved, environment, headers }: ServerSettings): object {
  const { cwd, name } = saved;
  const target = saved.shown ?? saved.target;
  if (target.kind === "url") {
    const values = Object.keys(headers).map((one) => [one, placeholder(`${name} ${one}`)]);
    return {
      type: "http",
      url: withPlaceholders(target.url),
      ...(values.length > 0 && { headers: Object.fromEntries(values) as object }),
    };
  }
  // The same name may have another value elsewhere, but it is the name that the program reads.
  const env = Object.keys(environment).map((one) => [one, `\${${one}}`]);
  return {
    command: target.command,
    args: exportWords(target.args),
    ...(env.length > 0 && { env: Object.fromEntries(env) as object }),
    ...(cwd !== undefined && { cwd }),
  };
}

function exportWords(words: readonly string[]): string[] {
  const masked = hideSecretWords(words);
  return masked.map((word, index) => {
    if (word === words[index]) return word;
    if (word === MASK) return placeholder(masked[index - 1] ?? "");
    if (!word.endsWith(`=${MASK}`)) return withPlaceholders(words[index]!);
    const option = word.slice(0, -MASK.length - 1);
    return `${option}=${placeholder(option)}`;
  });
}

/** A URL with a placeholder for each parameter that is masked elsewhere. */
function withPlaceholders(url: string): string {
  let text = maskShownUrl(url);
  if (!isUrl(text)) return text;
  for (const name of new Set(new URL(text).searchParams.keys())) {
    if (!isSecretName(name)) continue;
    const part = new URLSearchParams([[name, "***"]]).toString();
    text = text.replaceAll(part, `${part.slice(0, -3)}${placeholder(name)}`);
  }
  return text;
}
