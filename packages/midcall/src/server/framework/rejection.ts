/** The codes of the JSON-RPC errors that a call of midcall's can end with. */
const INVALID_PARAMS = -32_602;
const MISSING_CAPABILITY = -32_021;
const URL_REQUIRED = -32_042;

/**
 * Ends a call with a JSON-RPC error, even inside a tool, where frameworks turn other errors into tool results. Every
 * framework answers an error that has a numeric `code` with that code.
 */
export class Rejection extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.name = "Rejection";
    this.code = code;
    this.data = data;
  }
}

/** A link that a call requires, as `-32042` lists it. */
export interface RequiredUrl {
  readonly mode: "url";
  readonly message: string;
  readonly url: string;
  readonly elicitationId: string;
}

/** The error for a request with unusable params. */
export function invalidParams(message: string, data?: unknown): Rejection {
  return new Rejection(INVALID_PARAMS, message, data);
}

/** The error for a refused state. It does not say why. */
export function invalidState(): Rejection {
  return invalidParams("Invalid or expired requestState", { reason: "invalid_request_state" });
}

/** The error for a host that lacks a capability (2026-07-28). */
export function missingCapability(requiredCapabilities: object, message: string): Rejection {
  return new Rejection(MISSING_CAPABILITY, message, { requiredCapabilities });
}

/** The error that lists the links to open before a call is repeated (2025-11-25). */
export function urlRequired(
  elicitations: readonly RequiredUrl[],
  message: string = `URL elicitation${elicitations.length > 1 ? "s" : ""} required`,
): Rejection {
  return new Rejection(URL_REQUIRED, message, { elicitations });
}

/**
 * Whether the author's handler threw a `UrlElicitationRequiredError`. By code, so that the error of any SDK, or one made by
 * hand, counts.
 */
export function isUrlRequired(error: unknown): error is Error & { readonly data?: unknown } {
  return error instanceof Error && (error as { code?: unknown }).code === URL_REQUIRED;
}
