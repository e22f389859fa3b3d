import { AsyncLocalStorage } from "node:async_hooks";
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { OptionError } from "../../contracts/errors.js";
import { RequestReply } from "../framework/request-reply.js";
import { type IncomingRequest, wrapRequests } from "../sdk-v1/protocol.js";

/** The class `FastMCPSession` of fastmcp. */
export interface SessionClass {
  readonly prototype: object;
}

/** A request that a handler is running for. */
export interface CurrentRequest {
  readonly request: IncomingRequest;
  readonly reply: RequestReply;
}

interface SessionMethods {
  readonly server: Server;
  setupErrorHandling(): void;
}

const current = new AsyncLocalStorage<CurrentRequest>();
const watched = new WeakSet<object>();

/** The request that the caller's code runs for. */
export function currentRequest(): CurrentRequest | undefined {
  return current.getStore();
}

/**
 * Has every session keep the request that a handler runs for, which fastmcp does not pass on. A session makes its server in
 * its constructor and sets the handlers there; the first method it calls in between is `setupErrorHandling`.
 *
 * @throws OptionError when this is not the class, or that of an unsupported version
 */
export function watchSessions(session: SessionClass): void {
  const prototype = session?.prototype as Partial<SessionMethods> | undefined;
  if (prototype !== undefined && watched.has(prototype)) return;
  const setup = prototype?.setupErrorHandling;
  if (prototype === undefined || typeof setup !== "function") {
    throw new OptionError(
      "attach() takes the class FastMCPSession of fastmcp 4 as its second argument: " +
        'import { FastMCP, FastMCPSession } from "fastmcp".',
    );
  }
  watched.add(prototype);
  const watchedSetup = function (this: SessionMethods): void {
    wrapRequests(this.server, async (request, run) => {
      const here: CurrentRequest = { request, reply: new RequestReply() };
      return here.reply.to(current.run(here, run));
    });
    setup.call(this);
  };
  prototype.setupErrorHandling = watchedSetup;
}
