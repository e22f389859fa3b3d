import { type Client, SdkError, SdkErrorCode, type Tool } from "@modelcontextprotocol/client";
import { ConnectError } from "../../errors.js";
import { member } from "../../json.js";
import { safeLine } from "../../safe-text.js";
import { issuesIn, type MessageIssue } from "../error-message.js";
import type { Tap } from "./tap-transport.js";

const MOST_TOLD = 5;

type ListOptions = Parameters<Client["listTools"]>[1];

/** Lists a server's tools, and knows which of them makes the whole list unusable. */
export interface ToolList {
  /** Has to see what the server sends. */
  readonly tap: Tap;
  /** @throws ConnectError that names the tools the protocol does not allow */
  list(client: Client, options?: ListOptions): Promise<Tool[]>;
}

export function createToolList(): ToolList {
  /** As they came; the SDK checks the list as a whole and keeps nothing of one that is wrong. */
  let came: unknown;
  return {
    tap(direction, message) {
      const tools = direction === "received" ? member(member(message, "result"), "tools") : undefined;
      if (Array.isArray(tools)) came = tools;
    },
    async list(client, options) {
      // Without the capability the SDK asks nothing, and writes a line on stdout instead.
      if (client.getServerCapabilities()?.tools === undefined) return [];
      try {
        return (await client.listTools(undefined, options)).tools;
      } catch (error) {
        const isWrong = error instanceof SdkError && error.code === SdkErrorCode.InvalidResult;
        const issues = isWrong ? issuesIn(error.message) : undefined;
        if (!issues) throw error;
        throw new ConnectError("failed", wrongList(issues, came), { cause: error });
      } finally {
        came = undefined;
      }
    },
  };
}

function wrongList(issues: readonly MessageIssue[], tools: unknown): string {
  const told = issues.slice(0, MOST_TOLD).map(({ path, message }) => {
    const [first, index, ...rest] = path;
    const name = first === "tools" ? member(member(tools, index ?? ""), "name") : undefined;
    if (typeof name !== "string") return `${path.map(String).join(".")}: ${message}`;
    return `tool "${safeLine(name, 100)}", ${rest.map(String).join(".")}: ${message}`;
  });
  const more = issues.length > told.length ? `; and ${issues.length - told.length} more` : "";
  return `The server's list of tools breaks the protocol, so none of them can be used: ${told.join("; ")}${more}. Only the server can mend that.`;
}
