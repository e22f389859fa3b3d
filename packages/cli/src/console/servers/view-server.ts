import type { ServerView } from "../views/api-types.js";
import { shownWord } from "../views/shown-word.js";
import { toConnectionView, toTargetView } from "../views/server-view.js";
import { variableWarnings } from "./secrets/variable-warnings.js";
import type { ServerLists } from "./lists/server-lists.js";
import type { SavedServer } from "./saved-server.js";
import type { ServerConnection } from "./server-connection.js";

/** The parts of a server that the page sees. */
export interface ViewedServer {
  readonly saved: SavedServer;
  readonly connection: Pick<ServerConnection, "state" | "problem" | "open">;
  readonly lists: ServerLists;
  /** The names of the headers and variables. */
  readonly names: Pick<ServerView, "headers" | "environment">;
  readonly signIn: ServerView["signIn"];
  readonly seq: Pick<ServerView, "wireSeq" | "httpSeq" | "outputSeq" | "logSeq">;
}

/** What the page shows of a server. */
export function viewServer(server: ViewedServer): ServerView {
  const { saved, lists, signIn } = server;
  const { id, name, target, shown, cwd, timeoutMs, protocolVersion, logLevel, roots } = saved;
  const { tools, prompts, resources, toolsSeq, promptsSeq, resourcesSeq } = lists;
  const { state, problem, open } = server.connection;
  const ready = state === "ready" ? open : undefined;
  return {
    id,
    name,
    target: toTargetView(shown ?? target),
    warnings: variableWarnings(server.names.environment),
    headers: server.names.headers,
    environment: server.names.environment.map(shownWord),
    cwd,
    timeoutMs,
    protocolVersion,
    state,
    problem,
    signIn,
    logLevel,
    roots,
    showAll: saved.showAll ?? false,
    toolsSeq,
    promptsSeq,
    resourcesSeq,
    ...server.seq,
    subscriptions: ready?.subscriptions.list() ?? [],
    ...(ready && {
      ...toConnectionView(ready.connection),
      toolCount: tools.length,
      promptCount: prompts.prompts.length,
      resourceCount: resources.resources.length,
      templateCount: resources.templates.length,
    }),
  };
}
