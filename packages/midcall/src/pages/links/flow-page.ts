import type { LiveCheck, VisitEnd } from "../../contracts/pages.js";
import type { ReviewMode } from "../../form/answer-layout.js";
import type { Vault } from "../../vault/index.js";
import type { Flow } from "../flows/flow.js";
import type { IdentityServices } from "../identity/identity.js";
import type { ConnectedProvider } from "../oauth/providers.js";
import type { TokenStore } from "../oauth/tokens.js";
import type { Transactions } from "../oauth/transactions.js";
import type { Html } from "../views/html.js";
import type { PageParts } from "../views/layout.js";
import type { FormParts, SchemaMemo } from "../views/schema-memo.js";
import type { Submission, SubmissionState, View } from "../views/submission-state.js";
import type { User, Visit } from "./visit.js";

/** The services that the pages of flows use. */
export interface PageServices extends IdentityServices {
  readonly vault: Pick<Vault, "get" | "put" | "delete">;
  readonly tokens: TokenStore;
  readonly transactions: Transactions;
  readonly submissions: SubmissionState;
  readonly providers: ReadonlyMap<string, ConnectedProvider>;
  readonly liveCheckFor: (id: string, server: string, name: string) => LiveCheck | undefined;
  readonly checkTimeoutMs: number;
  readonly review: ReviewMode;
  /** The forms of pages, in this language, as they are opened. */
  readonly openedForms: SchemaMemo<FormParts>;
}

/** The right user at an open link. */
export interface FlowContext<F extends Flow = Flow> {
  readonly services: PageServices;
  readonly visit: Visit;
  readonly flow: F;
  readonly user: User;
  /** An earlier submission that has to be shown again. */
  readonly submission: Submission | undefined;
  /** Saves a submission and redirects to the page that shows it. */
  showAgain(submission: Submission, view?: View): Promise<Response>;
  /** A form that is submitted to this link. */
  form(body: Html): Html;
  reply(parts: PageParts, status?: number): Response;
  /** Ends the visit and shows how it ended. If it has already ended, shows that end. */
  end(outcome: VisitEnd, work?: () => Promise<unknown>): Promise<Response>;
}

/** The page of one kind of flow. */
export interface FlowPage<F extends Flow> {
  show(context: FlowContext<F>): Response | Promise<Response>;
  /** Handles a button. `decline` and `cancel` are handled before this is called. */
  submit(context: FlowContext<F>, action: string): Promise<Response>;
  /** Shows the page again after a form that was out of date. */
  showStale(context: FlowContext<F>, message: string): Response | Promise<Response>;
}
