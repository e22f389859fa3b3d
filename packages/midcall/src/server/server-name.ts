import { OptionError } from "../contracts/errors.js";
import type { Settings } from "./options.js";

/**
 * The name of a server: `serverName`, or the name that the server was made with, which the SDKs do not expose. States and records
 * are bound to it, so that servers that share a secret or a store do not accept those of each other.
 *
 * @throws OptionError
 */
export function nameOf(server: object, { serverName }: Pick<Settings, "serverName">): string {
  const { _serverInfo: info } = server as { readonly _serverInfo?: { readonly name?: unknown } };
  const name = serverName ?? info?.name;
  if (typeof name === "string" && name !== "") return name;
  throw new OptionError(
    "The name of this server could not be read. Pass `serverName` to createElicitation.",
  );
}
