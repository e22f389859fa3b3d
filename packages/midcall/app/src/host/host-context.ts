import { isObject } from "../../../src/internal/is-object.js";

/** The part of the host's context that the View uses, checked. */
export interface HostContext {
  readonly theme?: "light" | "dark" | undefined;
  /** The custom properties of the host's design. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** The language of the user, as a BCP 47 tag. */
  readonly locale?: string | undefined;
}

const NAME = /^--[a-z\d-]{1,60}$/;
const LONGEST_VALUE = 300;
const MOST_VARIABLES = 200;
/** A value that could load something or end its declaration. */
const UNSAFE = /url\(|image|src\(|[;{}<>@\\]/i;

function readVariables(styles: unknown): Readonly<Record<string, string>> | undefined {
  const variables = isObject(styles) ? styles["variables"] : undefined;
  if (!isObject(variables)) return undefined;
  const safe = Object.entries(variables).filter(
    (entry): entry is [string, string] =>
      NAME.test(entry[0]) &&
      typeof entry[1] === "string" &&
      entry[1].length <= LONGEST_VALUE &&
      !UNSAFE.test(entry[1]),
  );
  return Object.fromEntries(safe.slice(0, MOST_VARIABLES));
}

function readLocale(locale: unknown): string | undefined {
  try {
    return typeof locale === "string" ? Intl.getCanonicalLocales(locale)[0] : undefined;
  } catch {
    return undefined;
  }
}

/** Merges what the host said of its context, untrusted, into what it said before. */
export function mergeContext(before: HostContext, said: unknown): HostContext {
  if (!isObject(said)) return before;
  const { theme } = said;
  return {
    theme: theme === "light" || theme === "dark" ? theme : before.theme,
    variables: { ...before.variables, ...readVariables(said["styles"]) },
    locale: readLocale(said["locale"]) ?? before.locale,
  };
}

const GROUND = {
  "--midcall-text": "--color-text-primary",
  "--midcall-surface": "--color-background-primary",
};

/**
 * Our properties, and those of the host that replace them. A group is used as a whole or not at all, because the text of
 * one design on the ground of another may be unreadable.
 */
const GROUPS: readonly Readonly<Record<string, string>>[] = [
  GROUND,
  {
    ...GROUND,
    "--midcall-accent": "--color-background-inverse",
    "--midcall-accent-strong": "--color-background-inverse",
    "--midcall-on-accent": "--color-text-inverse",
  },
  { "--midcall-font": "--font-sans" },
  { "--midcall-mono": "--font-mono" },
  { "--midcall-radius": "--border-radius-lg" },
  { "--midcall-control-radius": "--border-radius-md" },
];

/** The custom properties to set on the page, for the design of the host. */
export function themeProperties({ variables = {} }: HostContext): Readonly<Record<string, string>> {
  const groups = GROUPS.map(Object.entries<string>).filter((group) =>
    group.every(([, theirs]) => variables[theirs]),
  );
  return Object.fromEntries(groups.flat().map(([ours, theirs]) => [ours, variables[theirs]!]));
}

/** Gives the page the design of the host. */
export function applyTheme(root: HTMLElement, context: HostContext): void {
  if (context.theme) root.dataset["theme"] = context.theme;
  root.style.colorScheme = context.theme ?? "";
  for (const [name, value] of Object.entries(themeProperties(context)))
    root.style.setProperty(name, value);
}
