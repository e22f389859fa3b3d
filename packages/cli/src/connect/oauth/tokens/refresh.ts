import {
  type FetchLike,
  OAuthError,
  OAuthErrorCode,
  refreshAuthorization,
} from "@modelcontextprotocol/client";
import { safeLine } from "../../../safe-text.js";
import { assertEndpoint } from "../endpoint.js";
import { type Challenge, SignInError } from "../sign-in-error.js";
import type { SignInRecord } from "../vault/sign-in-record.js";
import type { SignInVault } from "../vault/sign-in-vault.js";
import { toTokens } from "./tokens.js";

/**
 * Replaces an access token that was refused or has expired. The record is locked, because a refresh token may be used
 * only once: if another process has replaced the token already, its token is returned.
 *
 * @param refused - the access token that is of no use
 * @throws SignInError when the user has to sign in again, or when the authorization server cannot be reached
 */
export function refreshTokens(
  vault: SignInVault,
  server: string,
  refused: string,
  challenge: Challenge,
  fetchFn: FetchLike,
): Promise<SignInRecord> {
  return vault.exclusively(server, async () => {
    const record = await vault.read(server);
    const again = (why: string): SignInError => new SignInError("expired", why, { challenge });
    if (!record?.tokens) throw again("Your sign-in has ended. Sign in again.");
    const { tokens, issuer, metadata, client, resource } = record;
    if (tokens.access_token !== refused) return record;
    const host = safeLine(new URL(issuer).host, 200);
    if (tokens.refresh_token === undefined) {
      throw again(`Your sign-in at ${host} has expired. Sign in again.`);
    }
    assertEndpoint(metadata.token_endpoint, server, "tokens");
    try {
      const response = await refreshAuthorization(issuer, {
        metadata,
        clientInformation: client,
        refreshToken: tokens.refresh_token,
        resource,
        fetchFn,
      });
      const next = { ...record, tokens: toTokens(response, tokens.scope) };
      await vault.write(next);
      return next;
    } catch (error) {
      if (!(error instanceof OAuthError) || error.code === OAuthErrorCode.ServerError) {
        if (error instanceof SignInError) throw error;
        throw new SignInError("offline", `${host} did not respond as expected. Try again later.`, {
          cause: error,
        });
      }
      // With an unknown client, the registration is of no use either.
      const isUnknown =
        error.code === OAuthErrorCode.InvalidClient ||
        error.code === OAuthErrorCode.UnauthorizedClient;
      if (isUnknown && !record.clientIsGiven) await vault.remove(server);
      else await vault.write({ ...record, tokens: undefined });
      throw again(`${host} has ended your sign-in (${safeLine(error.code, 60)}). Sign in again.`);
    }
  });
}
