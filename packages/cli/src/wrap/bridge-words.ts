/** The environment variable in which the bridge finds the headers of a remote server, as a JSON object. */
export const HEADERS_VARIABLE = "MIDCALL_BRIDGE_HEADERS";

/** What the words of an entry that runs the bridge mean. */
export interface BridgeWords {
  readonly kind: "command" | "url";
  /** Where the original command or URL is in the arguments. */
  readonly original: number;
}

const isCli = (word: string): boolean =>
  /^@midcall\/cli(?:@|$)/.test(word) || /[\\/]cli[\\/]dist[\\/]main\.js$/.test(word);

/** Reads a command that runs `midcall bridge`; `undefined` for any other. */
export function readBridgeWords(command: string, args: readonly string[]): BridgeWords | undefined {
  const isOwn = /(?:^|[\\/])midcall(?:\.cmd|\.exe)?$/i.test(command);
  const at = args.findIndex(
    (word, index) => word === "bridge" && (index === 0 ? isOwn : isCli(args[index - 1]!)),
  );
  if (at === -1) return undefined;
  const dashes = args.indexOf("--", at);
  if (dashes !== -1) {
    return dashes + 1 < args.length ? { kind: "command", original: dashes + 1 } : undefined;
  }
  return args.length - 1 > at ? { kind: "url", original: args.length - 1 } : undefined;
}
