import type { OAuthTokens } from "@modelcontextprotocol/client";
import { SignInError } from "../sign-in-error.js";
import type { Tokens } from "../vault/sign-in-record.js";

/** A token that expires within this time is refreshed before it is used. */
const EARLY_MS = 30_000;
const VISIBLE = /^[\u0021-\u007e]+$/;

/** The tokens of a response, with the time at which they expire on the clock of this computer. */
export function toTokens(response: OAuthTokens, requested: string | undefined): Tokens {
  const { access_token, token_type, refresh_token, scope, expires_in } = response;
  if (token_type.toLowerCase() !== "bearer" || !VISIBLE.test(access_token)) {
    throw new SignInError("failed", "The authorization server issued a token of an unknown type.");
  }
  return {
    access_token,
    refresh_token,
    // Without it, everything that was asked for is granted (RFC 6749, section 5.1).
    scope: scope ?? (requested || undefined),
    ...(expires_in !== undefined && { expiresAt: Date.now() + expires_in * 1_000 }),
  };
}

/** Whether a token has probably expired. The server decides: the clock of this computer may be wrong. */
export const isExpiring = ({ expiresAt }: Tokens): boolean =>
  expiresAt !== undefined && expiresAt - EARLY_MS < Date.now();
