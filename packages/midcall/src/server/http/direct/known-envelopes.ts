import { classifyInboundRequest } from "@modelcontextprotocol/server";

/** Hosts send the same envelope with every request, so that a few are enough. */
const MOST = 200;
const MOST_CHARACTERS = 4_096;

/** Envelopes that the SDK has accepted, as JSON; the oldest first. */
const accepted = new Set<string>();

/**
 * Whether the SDK accepts this `_meta` as the envelope of a request. It is asked once for each text.
 *
 * @param meta - As `JSON.parse` has read it
 */
export function isKnownEnvelope(meta: Record<string, unknown>): boolean {
  const text = JSON.stringify(meta);
  // JSON.stringify writes a number that is too large as null; such a text may stand for another envelope, too.
  if (text.length > MOST_CHARACTERS || text.includes("null")) return false;
  if (accepted.has(text)) return true;
  const { kind } = classifyInboundRequest({
    httpMethod: "POST",
    body: { jsonrpc: "2.0", id: 0, method: "tools/call", params: { name: "", _meta: meta } },
  });
  if (kind !== "modern") return false;
  const [oldest] = accepted;
  if (accepted.size >= MOST && oldest !== undefined) accepted.delete(oldest);
  accepted.add(text);
  return true;
}
