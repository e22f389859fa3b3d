import { DurableObject } from "cloudflare:workers";
import { mcp } from "../mcp.mjs";

/** Holds the sessions of 2025: what it keeps in memory is seen by all requests. */
export class Sessions extends DurableObject {
  fetch(request) {
    return mcp(request);
  }
}

export default {
  fetch: (request, { SESSIONS }) => SESSIONS.getByName("all").fetch(request),
};
