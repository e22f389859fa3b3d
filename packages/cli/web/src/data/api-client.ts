import { t } from "../messages/text.js";
/** A request failed. The message is shown to the user. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Sends a request to the console. @throws ApiError */
export type Api = <T = unknown>(path: string, options?: ApiOptions) => Promise<T>;

export interface ApiOptions {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  readonly body?: object;
  readonly signal?: AbortSignal;
}

/** In characters; the console accepts 2 MiB. */
const LARGEST = 1_000_000;
const UNREACHABLE = t("The console does not respond. Is it still running in the terminal?");

export function createApi(token: string): Api {
  return async (path, { body, method = body ? "POST" : "GET", signal } = {}) => {
    const text = body && JSON.stringify(body);
    if (text && text.length > LARGEST) throw new ApiError(413, t("The request is too large."));
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
      throw new ApiError(0, UNREACHABLE);
    }
    const answer = (await response.json().catch(() => ({}))) as { error?: string };
    if (!response.ok) {
      throw new ApiError(response.status, answer.error ?? t("The console refused the request."));
    }
    return answer as never;
  };
}

/** The message of an error. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
