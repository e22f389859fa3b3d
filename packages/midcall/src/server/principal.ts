import type { ServerContext } from "@modelcontextprotocol/server";
import type { Logger } from "./logger.js";

/** The facts about a request that did not come from the host itself. */
export type PrincipalContext = Pick<ServerContext, "http">;

/** Without HTTP there is one person: whoever started the server. */
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
