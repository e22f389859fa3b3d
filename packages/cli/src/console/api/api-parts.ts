import type { MemorySink } from "midcall/audit";
import type { Inbox } from "midcall/client";
import type { OpenPages } from "../access/open-pages.js";
import type { Drafts } from "../drafts/drafts.js";
import type { Calls } from "../calls/calls.js";
import type { Requests } from "../requests/requests.js";
import type { Scenarios } from "../scenarios/scenarios.js";
import type { Servers } from "../servers/servers.js";
import type { StateFeed } from "../views/state-feed.js";

/** The parts of the console that the API gives access to. */
export interface ApiParts {
  readonly servers: Servers;
  readonly calls: Calls;
  readonly inbox: Inbox;
  readonly requests: Requests;
  readonly drafts: Drafts;
  readonly scenarios: Scenarios;
  readonly audit: MemorySink;
  readonly feed: StateFeed;
  readonly openPages: OpenPages;
  /** The directory of the console's files. */
  readonly stateDir: string;
}
