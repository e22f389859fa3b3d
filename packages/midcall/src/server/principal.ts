import type { ServerContext } from "@modelcontextprotocol/server";
import { OptionError } from "../contracts/errors.js";
import type { Logger } from "./logger.js";

/** The facts about a request that did not come from the host itself. */
export type PrincipalContext = Pick<ServerContext, "http">;

/** Without HTTP there is one user: the one who started the server. */
export const LOCAL = "local";

/**
 * The person as the verified access token names them: its `sub`. `clientId` is the program, not
 * the person, and is never taken for one.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#identifying-the-user
 */
export function defaultPrincipal(logger: Logger): (ctx: PrincipalContext) => string | undefined {
  let warned = false;
  return (ctx) => {
    const auth = ctx.http?.authInfo;
    if (auth === undefined) return ctx.http === undefined ? LOCAL : undefined;
    const subject = auth.extra?.["sub"];
    if (typeof subject === "string" && subject !== "") return subject;
    if (!warned) {
      warned = true;
      logger.warn(
        "midcall: requests carry an access token but no subject, so answers cannot be bound to a person. " +
          "Put the token's `sub` into authInfo.extra.sub, or pass `principal` to createElicitation.",
      );
    }
    return undefined;
  };
}

/**
 * Takes nothing but a text or `undefined` for a person. A Promise or an object would be somebody to an
 * `if`, and the same for everyone in a digest, so that one person's question could be answered by another.
 *
 * @throws OptionError, from the function returned, after telling the log
 */
export function checkedPrincipal(
  principal: (ctx: PrincipalContext) => unknown,
  logger: Logger,
): (ctx: PrincipalContext) => string | undefined {
  return (ctx) => {
    const person = principal(ctx);
    if (person === undefined || typeof person === "string") return person;
    const isPromise = typeof (person as { then?: unknown } | null)?.then === "function";
    // Nobody else will look at how it ends.
    if (isPromise) Promise.resolve(person).catch(() => {});
    const kind = typeof person === "object" ? "an object" : `a ${typeof person}`;
    const error = new OptionError(
      `principal must return a string or undefined, not ${isPromise ? "a Promise" : person === null ? "null" : kind}. ` +
        "Find out who the person is before the request is handed to midcall, for instance while the token is checked, and put it into authInfo.extra.",
    );
    logger.error(`midcall: a request was refused: ${error.message}`);
    throw error;
  };
}
