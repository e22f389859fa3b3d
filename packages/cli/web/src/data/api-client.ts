/** What the console could not do, in words for the person. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Asks the console. @throws ApiError */
export type Api = <T = unknown>(path: string, options?: ApiOptions) => Promise<T>;

export interface ApiOptions {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly body?: object;
  readonly signal?: AbortSignal;
}

/** In characters; the console takes 2 MiB. */
const LARGEST = 1_000_000;
const GONE = "The console does not answer. Is it still running in the terminal?";

export function createApi(token: string): Api {
  return async (path, { body, method = body ? "POST" : "GET", signal } = {}) => {
    const text = body && JSON.stringify(body);
    if (text && text.length > LARGEST) throw new ApiError(413, "That is too large to send.");
    let response: Response;
    try {
      response = await fetch(`/api${path}`, {
        method,
        signal,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { "content-type": "application/json" }),
        },
        body: text,
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ApiError(0, GONE);
    }
    const answer = (await response.json().catch(() => ({}))) as { error?: string };
    if (!response.ok) {
      throw new ApiError(response.status, answer.error ?? "The console did not allow that.");
    }
    return answer as never;
  };
}

/** What to tell the person about an error. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
