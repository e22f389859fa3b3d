import { cancel, isCancel, select, text } from "@clack/prompts";
import { type Choices, type Given, KINDS, LANGUAGES, packageName, TRANSPORTS } from "./options.js";

const LABELS = {
  server: "an MCP server whose tools can ask the user",
  react: "a host in a web page (React), which shows the questions of servers",
  terminal: "a host in a terminal, which shows the questions of servers",
  both: "stdio and HTTP",
  stdio: "stdio: hosts start it",
  http: "HTTP",
  ts: "TypeScript",
  js: "JavaScript",
} as const;

/** The user has cancelled. */
export class Cancelled extends Error {}

/** Asks for what the command line leaves open; without a terminal, takes what is named first. */
export async function completeChoices(given: Given, isInteractive: boolean): Promise<Choices> {
  const choose = async <T extends keyof typeof LABELS>(
    message: string,
    known: readonly T[],
    chosen: T | undefined,
  ): Promise<T> => {
    if (chosen !== undefined) return chosen;
    if (!isInteractive) return known[0] as T;
    const options = known.map((value) => ({ value, label: LABELS[value] }));
    return taken(await select<string>({ message, options })) as T;
  };
  const kind = await choose("What do you want to build?", KINDS, given.kind);
  const transport =
    kind === "server"
      ? await choose("How do hosts reach it?", TRANSPORTS, given.transport)
      : "stdio";
  const language = await choose("In which language?", LANGUAGES, given.language);
  const folder = given.folder ?? (isInteractive ? await askFolder(kind) : defaultFolder(kind));
  return { folder, name: packageName(folder), kind, transport, language };
}

const defaultFolder = (kind: string): string => (kind === "server" ? "my-server" : "my-host");

async function askFolder(kind: string): Promise<string> {
  const initialValue = defaultFolder(kind);
  return taken(await text({ message: "In which folder?", initialValue })) || initialValue;
}

function taken<T>(answer: T): Exclude<T, symbol> {
  if (!isCancel(answer)) return answer as Exclude<T, symbol>;
  cancel("Nothing was created.");
  throw new Cancelled();
}
