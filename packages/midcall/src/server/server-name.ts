import type { McpServer } from "@modelcontextprotocol/server";
import { OptionError } from "../contracts/errors.js";
import type { Settings } from "./options.js";

/**
 * What this server is called: `serverName`, or the name it was made with, which the SDK keeps to itself. States and
 * records are bound to it, so that servers which share a secret or a store take nothing of each other's.
 *
 * @throws OptionError
 */
export function nameOf(
  { server }: McpServer,
  { serverName }: Pick<Settings, "serverName">,
): string {
  const { _serverInfo: info } = server as unknown as { _serverInfo?: { name?: unknown } };
  const name = serverName ?? info?.name;
  if (typeof name === "string" && name !== "") return name;
  throw new OptionError(
    "The name of this server could not be read. Pass `serverName` to createElicitation.",
  );
}
