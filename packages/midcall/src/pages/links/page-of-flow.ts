import type { LiveCheck } from "./links.js";
import type { Submission, SubmissionState, View } from "../views/submission-state.js";
import type { IdentityServices } from "../identity/identity.js";
import type { PageParts } from "../views/layout.js";
import type { Html } from "../views/html.js";
import type { OAuthClient } from "../oauth/client.js";
import type { VisitEnd } from "../flows/outcome.js";
import type { Flow } from "../flows/records.js";
import type { Session } from "../identity/session.js";
import type { TokenKeeper } from "../oauth/tokens.js";
import type { Transactions } from "../oauth/transactions.js";
import type { Vault } from "../../vault/index.js";
import type { User, Visit } from "./visit.js";

/** A service people can connect. */
export interface ConnectedProvider {
  readonly name: string;
  /** What people call it. */
  readonly label: string;
  readonly client: OAuthClient;
  /** Asked for in any case, such as `openid` or `offline_access`. */
  readonly scopes: readonly string[];
  /** Whether what was granted allows all of this. */
  readonly allows: (granted: readonly string[], wanted: readonly string[]) => boolean;
}

/** What the pages of flows work with. */
export interface PageServices extends IdentityServices {
  readonly vault: Pick<Vault, "get" | "put" | "delete">;
  readonly tokens: TokenKeeper;
  readonly trips: Transactions;
  readonly drafts: SubmissionState;
  readonly providers: ReadonlyMap<string, ConnectedProvider>;
  readonly checkOf: (id: string, server: string, name: string) => LiveCheck | undefined;
  readonly checkTimeoutMs: number;
}

/** The right person at an open link. */
export interface FlowContext<F extends Flow = Flow> {
  readonly services: PageServices;
  readonly visit: Visit;
  readonly flow: F;
  readonly person: User;
  /** What was sent before and is to be looked at again. */
  readonly draft: Submission | undefined;
  /** Shows the page with that draft, after a redirect. */
  again(draft: Submission, view?: View): Promise<Response>;
  /** A form that leads back here. */
  form(body: Html): Html;
  reply(parts: PageParts, status?: number): Response;
  /** Ends the visit and shows how; whoever comes second sees how it ended. */
  end(outcome: VisitEnd, work?: () => Promise<unknown>, session?: Session): Promise<Response>;
}

/** The page of one kind of flow. */
export interface FlowPage<F extends Flow> {
  show(stay: FlowContext<F>): Response | Promise<Response>;
  /** What a button does; `decline` and `cancel` have been dealt with. */
  act(stay: FlowContext<F>, action: string): Promise<Response>;
  /** The page again, after a form that was out of date. */
  stale(stay: FlowContext<F>, message: string): Response | Promise<Response>;
}
