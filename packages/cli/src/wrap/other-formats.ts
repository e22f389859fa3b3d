import { stat } from "node:fs/promises";
import type { KnownFile } from "../hosts/known-files.js";

/** What the user changes in a file that midcall does not write, or `undefined` if there is no such file. */
export async function instructionsFor(
  { host, path }: KnownFile,
  program: readonly string[],
  isUndo: boolean,
): Promise<string | undefined> {
  if (!(await stat(path).catch(() => undefined))?.isFile()) return undefined;
  const words = (first: readonly string[]): string =>
    first.map((word) => JSON.stringify(word)).join(", ");
  const isCodex = host === "Codex";
  const [command, url] = isCodex ? ["command", "url"] : ["cmd", "uri"];
  const sign = isCodex ? " =" : ":";
  const where = isCodex ? "[mcp_servers.NAME]" : "the entry of NAME under extensions";
  const head = `${host}: ${path}\n  midcall does not write this format. `;
  if (isUndo) {
    return `${head}In ${where} of each server that runs midcall bridge:
    ${command}: set it to the word after "--" in args
    args: remove the words up to that one`;
  }
  const [first, ...rest] = program;
  return `${head}To wrap a server, change ${where}:
    ${command}${sign} ${words([first!])}
    args${sign} [${words([...rest, "bridge", "--name", "NAME", "--"])}, then its ${command} and its args]
  A remote server: the same with its ${url} in the place of "--" and what follows; remove ${url}.`;
}
