import type { Members, Outcome } from "../wire/messages.js";
import { LEGACY } from "./envelope.js";

/**
 * The server's result of the handshake, with the version that the host has asked for: it may speak no other one. The
 * versions of 2025 differ in what a server or host may offer, which both say, and not in how they say it.
 *
 * @param params - those of the host's `initialize`
 */
export function inVersionOf<R extends Outcome>(params: Members | undefined, response: R): R {
  const wanted = params?.["protocolVersion"];
  const { result } = response;
  const given = result?.["protocolVersion"];
  const areKnown = [wanted, given].every((version) => LEGACY.some((one) => one === version));
  return areKnown && result
    ? { ...response, result: { ...result, protocolVersion: wanted } }
    : response;
}
