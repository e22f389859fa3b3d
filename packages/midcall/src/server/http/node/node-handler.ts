import { errorText } from "../../../internal/error-text.js";
import type { Logger } from "../../logger.js";
import { jsonRpcError } from "../json-rpc-error.js";
import type { Reply } from "../direct/exchange.js";
import { ClientGone } from "./client-gone.js";
import type { Misuse } from "../misuse.js";
import { answerNode, type NodeDirect } from "./node-direct.js";
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
    options: HttpRequestOptions,
    gone: ClientGone,
    read?: Uint8Array<ArrayBuffer>,
  ): Promise<Reply> => {
    const web = readRequest(request, gone.signal, read);
    return web
      ? fetch(web, options)
      : jsonRpcError(400, -32_600, "The request's address or one of its headers is not valid.");
  };
  const reply = (
    request: NodeRequest,
    given: HttpRequestOptions,
    gone: ClientGone,
  ): Promise<Reply> => {
    const options = Object.assign({}, optionsOf(request), given);
    if (bodyIsLost(request) && options.parsedBody === undefined)
      return Promise.resolve(misuse.bodyWasRead());
    return direct === undefined
      ? answer(request, options, gone)
      : answerNode(request, options, gone, direct, (read) => answer(request, options, gone, read));
  };

  return async (request, response, given) => {
    const options = typeof given === "object" ? given : {};
    const gone = new ClientGone(response);
    try {
      const answered = await reply(request, options, gone);
      if (answered instanceof Response) await writeResponse(answered, response);
      else {
        // With its length, the response is written at once, and not in chunks.
        const length = String(Buffer.byteLength(answered.json));
        response.writeHead(200, { "content-type": "application/json", "content-length": length });
        response.end(answered.json);
      }
    } catch (error) {
      if (!gone.isGone) logger.error(`midcall: a response failed: ${errorText(error)}`);
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
