import { inspectServerName } from "midcall/client/server-name";
import { displayText } from "midcall/form";
import type { Connection } from "../../connect/connection.js";
import type { Target } from "../../connect/target.js";
import { maskUrl, maskWords } from "../servers/secret-names.js";
import type { ServerView } from "./api-types.js";

type ServerInfo = NonNullable<Connection["serverInfo"]>;

/** How to reach a server, with likely secrets masked. */
export const toTargetView = (target: Target): ServerView["target"] =>
  target.kind === "url"
    ? { kind: "url", url: maskUrl(target.url) }
    : {
        kind: "command",
        command: displayText(target.command),
        args: maskWords(target.args).map((word) => displayText(word)),
      };

/** What the page shows about an open connection. */
export function toConnectionView(
  { protocolVersion, serverInfo }: Connection,
  toolCount: number,
): Pick<ServerView, "negotiated" | "info" | "toolCount"> {
  return {
    negotiated: protocolVersion,
    info: serverInfo && {
      name: displayText(String(serverInfo.name).slice(0, 200)),
      version: displayText(String(serverInfo.version).slice(0, 100)),
      warnings: nameWarnings(serverInfo),
    },
    toolCount,
  };
}

/** Warnings about suspicious names that a server gives itself. */
function nameWarnings({ name, title = "" }: ServerInfo): string[] {
  const found = [name, title].flatMap((one) => inspectServerName(String(one)));
  return [...new Set(found.map(({ message }) => message))];
}
