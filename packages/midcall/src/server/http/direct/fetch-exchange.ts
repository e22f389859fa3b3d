import type { HttpRequestOptions } from "../types.js";
import type { HttpExchange } from "./exchange.js";

/** The exchange of a web `Request`. */
export function fetchExchange(request: Request, { authInfo }: HttpRequestOptions): HttpExchange {
  return {
    web: () => request,
    isGone: () => request.signal.aborted,
    onGone(listener) {
      const { signal } = request;
      signal.addEventListener("abort", listener, { once: true });
      return () => signal.removeEventListener("abort", listener);
    },
    authInfo,
  };
}
