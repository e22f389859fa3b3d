import { OptionError } from "../contracts/errors.js";
import type { Logger } from "./logger.js";

/** The part of a request's context that does not come from the host itself. */
export interface PrincipalContext {
  /** The HTTP side of the request; `undefined` without HTTP. */
  readonly http?: {
    readonly req?: Request;
    /** The contents of the verified access token. */
    readonly authInfo?: VerifiedToken;
  };
}

/** The contents of a verified access token, as the SDKs pass them on. */
export interface VerifiedToken {
  readonly token: string;
  readonly clientId: string;
  readonly scopes: string[];
  readonly expiresAt?: number;
  readonly resource?: URL;
  readonly extra?: Record<string, unknown>;
}

/** The user without HTTP: the one who started the server. */
export const LOCAL = "local";

/**
 * The user whom the verified access token names: its `sub`. `clientId` identifies the program, not the user, and is never
 * used as one.
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
        "midcall: requests have an access token without a subject, so answers cannot be bound to a user. " +
          "Put the token's `sub` into authInfo.extra.sub, or pass `principal` to createElicitation.",
      );
    }
    return undefined;
  };
}

/**
 * Accepts only a string or `undefined` as a user. A Promise or an object would count as a known user and have the same
 * digest for every user, so that one user's question could be answered by another.
 *
 * @throws OptionError, from the returned function, after logging it
 */
export function checkedPrincipal(
  principal: (ctx: PrincipalContext) => unknown,
  logger: Logger,
): (ctx: PrincipalContext) => string | undefined {
  return (ctx) => {
    const user = principal(ctx);
    if (user === undefined || typeof user === "string") return user;
    const isPromise = typeof (user as { then?: unknown } | null)?.then === "function";
    // Its rejection must not be unhandled.
    if (isPromise) Promise.resolve(user).catch(() => {});
    const kind = typeof user === "object" ? "an object" : `a ${typeof user}`;
    const error = new OptionError(
      `principal must return a string or undefined, not ${isPromise ? "a Promise" : user === null ? "null" : kind}. ` +
        "Identify the user before the request is passed to midcall, for instance when the token is verified, and store the name in authInfo.extra.",
    );
    logger.error(`midcall: a request was refused: ${error.message}`);
    throw error;
  };
}
