import { type Client, SdkError, SdkErrorCode, type Tool } from "@modelcontextprotocol/client";
import { ConnectError } from "../../errors.js";
import { member } from "../../json.js";
import { safeLine } from "../../safe-text.js";
import { issuesIn, type MessageIssue } from "../error-message.js";
import type { Tap } from "./tap-transport.js";

const MOST_TOLD = 5;

type ListOptions = Parameters<Client["listTools"]>[1];

/** Lists a server's tools, and names those that make the whole list invalid. */
export interface ToolList {
  /** Must be attached to the server's transport. */
  readonly tap: Tap;
  /** @throws ConnectError that names the tools whose definition is invalid */
  list(client: Client, options?: ListOptions): Promise<Tool[]>;
}

export function createToolList(): ToolList {
  /** The tools as received: the SDK validates the list as a whole and discards an invalid one. */
  let received: unknown;
  return {
    tap(direction, message) {
      const tools =
        direction === "received" ? member(member(message, "result"), "tools") : undefined;
      if (Array.isArray(tools)) received = tools;
    },
    async list(client, options) {
      // Without the capability the SDK sends no request and prints a line to stdout.
      if (client.getServerCapabilities()?.tools === undefined) return [];
      try {
        return (await client.listTools(undefined, options)).tools;
      } catch (error) {
        const isWrong = error instanceof SdkError && error.code === SdkErrorCode.InvalidResult;
        const issues = isWrong ? issuesIn(error.message) : undefined;
        if (!issues) throw error;
        throw new ConnectError("failed", invalidListMessage(issues, received), { cause: error });
      } finally {
        received = undefined;
      }
    },
  };
}

function invalidListMessage(issues: readonly MessageIssue[], tools: unknown): string {
  const told = issues.slice(0, MOST_TOLD).map(({ path, message }) => {
    const [first, index, ...rest] = path;
    const name = first === "tools" ? member(member(tools, index ?? ""), "name") : undefined;
    if (typeof name !== "string") return `${path.map(String).join(".")}: ${message}`;
    return `tool "${safeLine(name, 100)}", ${rest.map(String).join(".")}: ${message}`;
  });
  const more = issues.length > told.length ? `; and ${issues.length - told.length} more` : "";
  return `The server's list of tools is invalid, so none of them can be used: ${told.join("; ")}${more}. This has to be fixed in the server.`;
}
