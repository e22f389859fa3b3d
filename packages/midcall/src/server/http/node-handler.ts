import type { Logger } from "../logger.js";
import { jsonRpcError } from "./json-rpc-error.js";
import type { Misuse } from "./misuse.js";
import {
  bodyIsLost,
  type NodeRequest,
  type NodeResponse,
  optionsOf,
  toWebRequest,
  writeResponse,
} from "./node-exchange.js";
import type { HttpRequestOptions } from "./types.js";

/** Express's `next`; never called, since every request is answered. */
export type NextFunction = (error?: unknown) => void;

/** A function that answers requests of Node's `http`, of Express and of what is built on them. Never rejects. */
export type NodeHandler = (
  request: NodeRequest,
  response: NodeResponse,
  options?: HttpRequestOptions | NextFunction,
) => Promise<void>;

/** The same handler for Node's own request and response. */
export function createNodeHandler(
  fetch: (request: Request, options: HttpRequestOptions) => Promise<Response>,
  misuse: Misuse,
  logger: Logger,
): NodeHandler {
  const answer = (
    request: NodeRequest,
    given: HttpRequestOptions,
    signal: AbortSignal,
  ): Response | Promise<Response> => {
    const options = { ...optionsOf(request), ...given };
    if (bodyIsLost(request) && options.parsedBody === undefined) return misuse.bodyWasRead();
    const web = readRequest(request, signal);
    return web
      ? fetch(web, options)
      : jsonRpcError(400, -32_600, "The request's address or one of its headers is not valid.");
  };

  return async (request, response, given) => {
    const options = typeof given === "object" ? given : {};
    const gone = new AbortController();
    const leave = (): void => gone.abort();
    response.once("close", leave);
    try {
      await writeResponse(await answer(request, options, gone.signal), response);
    } catch (error) {
      if (!gone.signal.aborted) logger.error(`midcall: a response failed: ${String(error)}`);
      response.destroy();
    } finally {
      response.off("close", leave);
    }
  };
}

function readRequest(request: NodeRequest, signal: AbortSignal): Request | undefined {
  try {
    return toWebRequest(request, signal);
  } catch {
    return undefined;
  }
}
