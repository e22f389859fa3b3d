import { ProtocolError } from "@modelcontextprotocol/client";

/** The code of the specification for a request that the user has refused. */
const REFUSED = -1;

/**
 * The error for a request that the user has refused.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#error-handling
 */
export const refusedError = (): Error =>
  new ProtocolError(REFUSED, "The user rejected the request.");
