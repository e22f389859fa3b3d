import type { Logger } from "../../logger.js";
import { jsonRpcError } from "../json-rpc-error.js";
import type { Reply } from "../direct/exchange.js";
import { ClientGone } from "./client-gone.js";
import type { Misuse } from "../misuse.js";
import { type NodeDirect, tryDirect } from "./node-direct.js";
import {
  bodyIsLost,
  type NodeRequest,
  type NodeResponse,
  optionsOf,
  toWebRequest,
  writeResponse,
} from "./node-exchange.js";
import type { HttpRequestOptions } from "../types.js";

/** Express's `next`; never called, since every request is answered. */
export type NextFunction = (error?: unknown) => void;

/** A function that answers requests of Node's `http`, of Express and of what is built on them. Never rejects. */
export type NodeHandler = (
  request: NodeRequest,
  response: NodeResponse,
  options?: HttpRequestOptions | NextFunction,
) => Promise<void>;

/**
 * The same handler for Node's own request and response.
 *
 * @param direct - answers without web objects, where it is possible
 */
export function createNodeHandler(
  fetch: (request: Request, options: HttpRequestOptions) => Promise<Response>,
  misuse: Misuse,
  logger: Logger,
  direct: NodeDirect | undefined,
): NodeHandler {
  const answer = async (
    request: NodeRequest,
    given: HttpRequestOptions,
    gone: ClientGone,
  ): Promise<Reply> => {
    const options = Object.assign({}, optionsOf(request), given);
    if (bodyIsLost(request) && options.parsedBody === undefined) return misuse.bodyWasRead();
    const { reply, read } = direct ? await tryDirect(request, options, gone, direct) : {};
    if (reply !== undefined) return reply;
    const web = readRequest(request, gone.signal, read);
    return web
      ? fetch(web, options)
      : jsonRpcError(400, -32_600, "The request's address or one of its headers is not valid.");
  };

  return async (request, response, given) => {
    const options = typeof given === "object" ? given : {};
    const gone = new ClientGone(response);
    try {
      const reply = await answer(request, options, gone);
      if (reply instanceof Response) await writeResponse(reply, response);
      else {
        // With its length, the response is written at once, and not in chunks.
        const length = String(Buffer.byteLength(reply.json));
        response.writeHead(200, { "content-type": "application/json", "content-length": length });
        response.end(reply.json);
      }
    } catch (error) {
      if (!gone.isGone) logger.error(`midcall: a response failed: ${String(error)}`);
      response.destroy();
    } finally {
      gone.stop();
    }
  };
}

function readRequest(
  request: NodeRequest,
  signal: AbortSignal,
  read: Uint8Array<ArrayBuffer> | undefined,
): Request | undefined {
  try {
    return toWebRequest(request, signal, read);
  } catch {
    return undefined;
  }
}
