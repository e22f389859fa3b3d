import { InboxAttachError } from "../../client/errors.js";
import { accept, cannotAskReason } from "../../client/attach/results.js";
import type { Inbox } from "../../client/index.js";
import { textOf } from "../../client/attach/params.js";
import type { ClaudeQuery, OnClaudeElicitation } from "./types.js";
import { unanswered } from "./unanswered.js";
import { createVisitedLinks, type VisitedLinks } from "./visited-links.js";

/**
 * Attaches an inbox to `query` of the Claude Agent SDK: the inbox answers the questions of all `mcpServers`, under the
 * names they have there.
 *
 * @param inbox - the inbox of the host
 * @param query - `query` of `@anthropic-ai/claude-agent-sdk`
 * @returns `query`, to call as before
 * @throws InboxAttachError (by the returned function) if the options have an `onElicitation`
 *
 * @example
 * ```ts
 * import { query } from "@anthropic-ai/claude-agent-sdk";
 *
 * const ask = attach(inbox, query);
 * for await (const message of ask({ prompt, options: { mcpServers } })) show(message);
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
 */
export function attach<Query extends ClaudeQuery>(inbox: Inbox, query: Query): Query {
  const attached: ClaudeQuery = (params) => {
    if (params.options?.onElicitation) {
      throw new InboxAttachError(
        "The options already have an onElicitation. Pass it to createInbox instead.",
      );
    }
    const visited = createVisitedLinks();
    const onElicitation = answerIn(inbox, visited);
    const messages = query({ ...params, options: { ...params.options, onElicitation } });
    return listen(messages, (server, elicitationId) => {
      inbox.complete(server, elicitationId, visited);
      visited.complete(server, elicitationId);
    });
  };
  return attached as Query;
}

/** Creates the callback that asks the inbox. It never rejects, because that would become a cancel of the user's. */
function answerIn(inbox: Inbox, visited: VisitedLinks): OnClaudeElicitation {
  return async (request, { signal }) => {
    const { serverName: server, message, mode, url, elicitationId, requestedSchema } = request;
    const isLink = mode === "url";
    // Claude Code declares both modes, whatever the host can do.
    if (isLink && !inbox.capability()?.url) return unanswered("no-ui");
    const params = isLink ? { mode, message, url, elicitationId } : { message, requestedSchema };
    try {
      // A call that is refused until a page is complete is sent again as soon as the user has opened the page. It is
      // refused again then, and asks for the same link: it is the page that has to be waited for.
      const completed = visited.completed(request);
      const ask = completed ? inbox.handleUntilDone : inbox.handle;
      const either = completed ? AbortSignal.any([signal, completed]) : signal;
      // Another query may have a server of the same name.
      const result = await ask(params, { server, serverId: visited, signal: either });
      const reason = cannotAskReason(result);
      // It is this link that the user has agreed to before.
      if (reason === "withdrawn" && completed?.aborted && !signal.aborted) return { ...accept() };
      if (reason !== undefined) return unanswered(reason);
      if (isLink && !completed && result.action === "accept") visited.add(request);
      return { ...result };
    } catch {
      return unanswered("no-ui");
    }
  };
}

/** Calls back for every message that reports a page as complete, while the host reads the messages. */
function listen(
  messages: AsyncGenerator<unknown, void>,
  completed: (server: string, elicitationId: string) => void,
): AsyncGenerator<unknown, void> {
  const next = messages.next.bind(messages);
  messages.next = async () => {
    const step = await next();
    const said = step.value;
    if (textOf(said, "subtype") === "elicitation_complete") {
      const server = textOf(said, "mcp_server_name");
      const elicitationId = textOf(said, "elicitation_id");
      if (server !== undefined && elicitationId !== undefined) completed(server, elicitationId);
    }
    return step;
  };
  // The SDK's own iterator would bypass this.
  messages[Symbol.asyncIterator] = () => messages;
  return messages;
}
