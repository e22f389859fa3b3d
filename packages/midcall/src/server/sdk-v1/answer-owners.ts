import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type {
  JSONRPCMessage,
  MessageExtraInfo,
  RequestId,
} from "@modelcontextprotocol/sdk/types.js";
import type { Settings } from "../options.js";
import type { AnswerOwners } from "./protocol.js";
import { httpOf } from "./request.js";

/**
 * The SDK takes the response to a question from everybody who knows the id of the session, whichever token they send.
 *
 * @throws OptionError, from `during`, when `principal` returns no user
 */
export function answerOwners(server: Server, settings: Settings): AnswerOwners {
  const calls = new Map<RequestId, string>();
  const questions = new Map<RequestId, { readonly call: RequestId; readonly owner: string }>();
  const ownerOf = (message: MessageExtraInfo): string => {
    const http = httpOf(message, { server });
    const user = settings.principal({ ...(http && { http }) });
    return JSON.stringify([http?.authInfo?.clientId, user]);
  };
  /** Also true for a transport that tells nothing of who sent a response. */
  const isFrom = (owner: string, message: MessageExtraInfo = {}): boolean => {
    if (message.authInfo === undefined && message.requestInfo === undefined) return true;
    try {
      return ownerOf(message) === owner;
    } catch {
      // `principal` may throw for somebody unknown.
      return false;
    }
  };

  return {
    async during(extra, run) {
      const call = extra.requestId;
      calls.set(call, ownerOf(extra));
      try {
        return await run();
      } finally {
        calls.delete(call);
        for (const [id, question] of questions) if (question.call === call) questions.delete(id);
      }
    },
    watch(transport) {
      const send = transport.send.bind(transport);
      const noting: typeof send = (message, options) => {
        const call = options?.relatedRequestId;
        const owner = call === undefined ? undefined : calls.get(call);
        if (call !== undefined && owner !== undefined && "method" in message && "id" in message)
          questions.set(message.id, { call, owner });
        return send(message, options);
      };
      transport.send = noting;
      const { onmessage } = transport;
      const checked = (message: JSONRPCMessage, extra?: MessageExtraInfo): void => {
        const question = "method" in message ? undefined : questions.get(message.id as RequestId);
        if (question === undefined || isFrom(question.owner, extra))
          return onmessage?.call(transport, message, extra);
        settings.logger.warn(
          "midcall: an answer was dropped, because it came with the token of another user, or of another client, than " +
            "the call that asks. The question is still open.",
        );
      };
      transport.onmessage = checked;
    },
  };
}
