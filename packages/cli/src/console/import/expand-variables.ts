/** A text with its variables replaced, or the name of the one that has no value here. */
export type Expanded =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly missing: string };

export interface Variables {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/**
 * Replaces the variables that hosts know: `${NAME}`, `${NAME:-default}`, `${env:NAME}` and `${userHome}`. Others, such as
 * the inputs and folders of an editor, have no value here.
 */
export function expandVariables(text: string, { env, home }: Variables): Expanded {
  let missing: string | undefined;
  const replaced = text.replace(/\$\{([^{}]{1,200})\}/g, (found, inner: string) => {
    if (inner === "userHome") return home;
    const [, name, fallback] = /^(?:env:)?(\w+)(?::-([^]*))?$/.exec(inner) ?? [];
    const value =
      name === undefined ? undefined : (Object.hasOwn(env, name) && env[name]) || fallback;
    if (value === undefined) missing ??= found;
    return value ?? found;
  });
  return missing === undefined ? { ok: true, text: replaced } : { ok: false, missing };
}
