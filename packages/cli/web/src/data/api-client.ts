import type { SealedResponse } from "../../../src/console/access/sealed-messages.js";
import { t } from "../messages/text.js";
import { EndedError, type Exchange } from "./exchange.js";

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
const ENDED = t("Nothing was sent: the program that served this page has ended.");

export function createApi(exchange: Exchange): Api {
  return async (path, { body, method = body ? "POST" : "GET", signal } = {}) => {
    if (body && JSON.stringify(body).length > LARGEST)
      throw new ApiError(413, t("The request is too large."));
    let answer: SealedResponse;
    try {
      answer = await exchange.send({ method, path, body }, signal);
    } catch (error) {
      if (signal?.aborted) throw error;
      if (error instanceof EndedError) throw new ApiError(0, ENDED);
      throw new ApiError(0, UNREACHABLE);
    }
    if (answer.status >= 400) {
      const { error } = answer.body as { error?: string };
      throw new ApiError(answer.status, error ?? t("The console refused the request."));
    }
    return answer.body as never;
  };
}

/** The message of an error. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
