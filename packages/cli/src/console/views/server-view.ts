import type { ServerCapabilities } from "@modelcontextprotocol/client";
import { inspectServerName } from "midcall/client/server-name";
import type { Connection } from "../../connect/connection.js";
import type { Target } from "../../connect/target.js";
import { maskWords } from "../servers/secrets/mask-words.js";
import { maskShownUrl } from "../servers/secrets/secret-names.js";
import type { CapabilitiesView, ServerView } from "./api-types.js";
import { toIconView } from "./icon-view.js";
import { shownWord } from "./shown-word.js";
import { optionalText, shownText } from "./text.js";
import { isUrl } from "../../is-url.js";

type ServerInfo = NonNullable<Connection["serverInfo"]>;

/** How to reach a server, with likely secrets masked. */
export const toTargetView = (target: Target): ServerView["target"] =>
  target.kind === "url"
    ? { kind: "url", url: shownWord(maskShownUrl(target.url)) }
    : {
        kind: "command",
        command: shownWord(target.command),
        args: maskWords(target.args, target.command).map(shownWord),
      };

/** The extension for tasks, as both sides declare it. */
export const TASKS = "io.modelcontextprotocol/tasks";

/** What the page shows about an open connection. */
export function toConnectionView({
  client,
  protocolVersion,
  serverInfo,
}: Pick<Connection, "client" | "protocolVersion" | "serverInfo">): Pick<
  ServerView,
  "negotiated" | "info" | "capabilities" | "instructions"
> {
  return {
    negotiated: protocolVersion,
    info: serverInfo && {
      name: shownText(String(serverInfo.name), 200),
      title: optionalText(serverInfo.title, 200),
      version: shownText(String(serverInfo.version), 100),
      description: optionalText(serverInfo.description, 4_000, true),
      websiteUrl: webUrl(serverInfo.websiteUrl),
      icon: toIconView(serverInfo.icons),
      warnings: nameWarnings(serverInfo),
    },
    capabilities: toCapabilitiesView(client.getServerCapabilities() ?? {}),
    instructions: optionalText(client.getInstructions(), 32_000, true),
  };
}

function toCapabilitiesView({
  tools,
  prompts,
  resources,
  completions,
  logging,
  tasks,
  extensions = {},
}: ServerCapabilities): CapabilitiesView {
  return {
    tools: tools !== undefined,
    prompts: prompts !== undefined,
    resources: resources !== undefined,
    subscribe: resources?.subscribe === true,
    completions: completions !== undefined,
    logging: logging !== undefined,
    tasks: Object.hasOwn(extensions, TASKS) || tasks?.requests?.tools?.call !== undefined,
    listsTasks: tasks?.list !== undefined,
    cancelsTasks: tasks?.cancel !== undefined,
  };
}

function webUrl(given: unknown): string | undefined {
  if (typeof given !== "string" || given.length > 2_000 || !isUrl(given)) return undefined;
  const { protocol, href } = new URL(given);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}

/** Warnings about suspicious names that a server gives itself. */
function nameWarnings({ name, title = "" }: ServerInfo): string[] {
  const found = [name, title].flatMap((one) => inspectServerName(String(one)));
  return [...new Set(found.map(({ message }) => message))];
}
