import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";

export const KINDS = ["server", "react", "terminal"] as const;
export const TRANSPORTS = ["both", "stdio", "http"] as const;
export const LANGUAGES = ["ts", "js"] as const;

export type Kind = (typeof KINDS)[number];
export type Transport = (typeof TRANSPORTS)[number];
export type Language = (typeof LANGUAGES)[number];

/** What a project is created from. */
export interface Choices {
  /** The folder, as it was entered. */
  readonly folder: string;
  /** The name of the package. */
  readonly name: string;
  readonly kind: Kind;
  /** For a server: how hosts reach it. */
  readonly transport: Transport;
  readonly language: Language;
}

/** What the words of the command line say. */
export type Given = Partial<Omit<Choices, "name">> & { readonly help?: boolean | undefined };

export const HELP = `Creates an MCP server or a host that asks its user, with a test.

Usage: npm create midcall@latest [FOLDER] [-- options]

Options:
  --kind <kind>            server, react (a host in a web page) or terminal (a host)
  --transport <transport>  for a server: both, stdio or http
  --language <language>    ts or js
  -h, --help               print this

What is not given is asked for; without a terminal, the first of each is taken.`;

/** The command line cannot be understood. */
export class UsageError extends Error {}

/** @throws UsageError for unknown options and values */
export function readOptions(words: readonly string[]): Given {
  const { values, positionals } = parse(words);
  if (positionals.length > 1) {
    throw new UsageError(`Only one folder can be created, but "${positionals[1]}" follows it.`);
  }
  return {
    folder: positionals[0],
    kind: oneOf("kind", values.kind, KINDS),
    transport: oneOf("transport", values.transport, TRANSPORTS),
    language: oneOf("language", values.language, LANGUAGES),
    help: values.help,
  };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        kind: { type: "string" },
        transport: { type: "string" },
        language: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function oneOf<T extends string>(
  option: string,
  given: string | undefined,
  known: readonly T[],
): T | undefined {
  if (given === undefined || known.includes(given as T)) return given as T | undefined;
  throw new UsageError(`--${option} must be one of ${known.join(", ")}, not "${given}".`);
}

/** A name that npm takes, from the folder's. */
export function packageName(folder: string): string {
  const plain = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9._~-]+/g, "-")
    .replace(/^[._-]+|-+$/g, "");
  return plain || "my-mcp-project";
}
