import type { FetchLike } from "@modelcontextprotocol/client";
import { safeLine } from "../../safe-text.js";
import { assertEndpoint } from "./endpoint.js";
import { SignInError } from "./sign-in-error.js";

const TIMEOUT_MS = 15_000;
const LARGEST = 256 * 1024;

/**
 * `fetch` for metadata, registration and tokens: only to addresses that are allowed for this server, without the
 * headers of the user, with limits for time and size. Redirects are left to the SDK, which stays within the origin.
 */
export function createGuardedFetch(server: string, send: FetchLike = fetch): FetchLike {
  return async (address, init) => {
    const url = assertEndpoint(String(address), server, "signing in");
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const response = await send(url, {
        ...init,
        redirect: "manual",
        credentials: "omit",
        signal: limit,
      });
      const body = await readBody(response, url);
      const { status, statusText, headers } = response;
      return new Response(body, { status, statusText, headers: new Headers(headers) });
    } catch (error) {
      if (error instanceof SignInError) throw error;
      const { cause } = error as { readonly cause?: { readonly code?: unknown } };
      const why = limit.aborted
        ? "it does not respond"
        : String(cause?.code ?? "the request failed");
      throw new SignInError(
        "offline",
        `Cannot reach ${url.host} to sign in: ${safeLine(why, 100)}. Check the network, and try again.`,
        { cause: error },
      );
    }
  };
}

async function readBody(response: Response, { host }: URL): Promise<Uint8Array | null> {
  if (response.body === null) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > LARGEST) {
      throw new SignInError(
        "unsafe",
        `${host} sent more than 256 KiB. This has to be fixed there.`,
      );
    }
  }
  return [204, 205, 304].includes(response.status) ? null : Buffer.concat(chunks);
}
