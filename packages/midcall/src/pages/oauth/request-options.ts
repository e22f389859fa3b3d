import * as oauth from "oauth4webapi";
import { boundedFetch } from "./bounded-fetch.js";
import type { OAuthSettings, ResolvedOAuth } from "./settings.js";

const MAX_RESPONSE_BYTES = 256 * 1024;

/** Options for one request to an authorization server, with a time limit and a limit for the response. */
export type RequestOptions = (maxBytes?: number) => {
  readonly signal: AbortSignal;
  readonly [oauth.allowInsecureRequests]: boolean;
  readonly [oauth.customFetch]: typeof fetch;
};

export const createRequestOptions =
  (settings: OAuthSettings, { insecure, timeoutMs }: ResolvedOAuth): RequestOptions =>
  (maxBytes = MAX_RESPONSE_BYTES) => ({
    signal: AbortSignal.timeout(timeoutMs),
    [oauth.allowInsecureRequests]: insecure,
    [oauth.customFetch]: boundedFetch(settings.fetch, maxBytes),
  });
