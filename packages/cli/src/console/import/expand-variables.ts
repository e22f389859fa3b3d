/** A text with its variables replaced, or the one that has no value here. */
export type Expanded =
  | { readonly ok: true; readonly parts: readonly Part[] }
  | { readonly ok: false; readonly missing: string };

/** A piece of text, or a value of the user's environment. */
export type Part = string | { readonly name: string; readonly value: string };

export interface Variables {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** Paths and names of the user, which are shown as they are. */
const SHOWN =
  /^(?:userHome|HOME|USERPROFILE|USER|USERNAME|LOGNAME|PWD|APPDATA|LOCALAPPDATA|TMPDIR|TMP|TEMP)$/;

/**
 * Replaces the variables that hosts know: `${NAME}`, `${NAME:-default}`, `${env:NAME}` and `${userHome}`. Others, such as
 * the inputs and folders of an editor, have no value here.
 */
export function expandVariables(text: string, { env, home }: Variables): Expanded {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: found, 1: inner = "", index } of text.matchAll(/\$\{([^{}]{1,200})\}/g)) {
    parts.push(text.slice(end, index));
    end = index + found.length;
    const [, name, fallback] = /^(?:env:)?(\w+)(?::-([^]*))?$/.exec(inner) ?? [];
    const value = name !== undefined && Object.hasOwn(env, name) ? env[name] : undefined;
    if (inner === "userHome") parts.push({ name: inner, value: home });
    else if (name !== undefined && value) parts.push({ name, value });
    else if (fallback !== undefined) parts.push(fallback);
    else return { ok: false, missing: found };
  }
  return { ok: true, parts: [...parts, text.slice(end)] };
}

/** The text with the values. */
export const expandedText = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === "string" ? part : part.value)).join("");

/** The text for the user, in which `${NAME}` stands for a value that may be a secret. @param mark - what stands for it */
export const shownText = (
  parts: readonly Part[],
  mark = (name: string): string => `\${${name}}`,
): string =>
  parts
    .map((part) =>
      typeof part === "string" ? part : SHOWN.test(part.name) ? part.value : mark(part.name),
    )
    .join("");

/** The names of the variables in it. */
export const namesIn = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => (typeof part === "string" ? [] : [part.name]));
