import { SdkHttpError } from "@modelcontextprotocol/client";
import { isMembers, type Members } from "../wire/messages.js";

/** Whether a message has in it what a user has answered: a response to a server's request, or a round with answers. */
export function carriesAnswers({ method, params }: Members): boolean {
  return method === undefined || (isMembers(params) && params["inputResponses"] !== undefined);
}

/**
 * Why a message with answers was not taken, for the host and its log. Error pages, redirects and parsers repeat what was sent to them:
 * of all that, only the status and the code of the error are told.
 */
export function answerFailure(error: unknown): Error {
  const { data, cause } = Object(error) as { readonly data?: unknown; readonly cause?: unknown };
  const status = error instanceof SdkHttpError && isMembers(data) ? data["status"] : undefined;
  if (typeof status === "number") return answerRefused(status);
  const { code } = Object(cause) as { readonly code?: unknown };
  const why = typeof code === "string" && CODE.test(code) ? ` (${code})` : "";
  return new Error(`The answer could not be sent to the server${why}.`);
}

/** The failure of an answer that the server has refused. */
export const answerRefused = (status: number): Error =>
  new Error(`The server refused the answer (HTTP status ${status}).`);

/** A code of the system or of the HTTP client. */
const CODE = /^[A-Z_]{1,40}$/;
