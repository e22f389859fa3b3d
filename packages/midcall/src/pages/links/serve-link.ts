import type { Flow } from "../flows/flow.js";
import type { Authenticator } from "../identity/identity.js";
import type { Session } from "../identity/session.js";
import { answerPage } from "../views/answer.js";
import { approvalPage } from "../views/approval.js";
import { connectPage, handleCallback, linkTokenOfCallback } from "../views/connect.js";
import { secretPage } from "../views/secret.js";
import { admit } from "./admit.js";
import { accountFooter, createFlowContext, endedReply } from "./flow-context.js";
import type { FlowContext, FlowPage, PageServices } from "./flow-page.js";
import { isOurForm, pathOf, toReturnVisit, type Visit } from "./visit.js";

const PAGES: { readonly [K in Flow["kind"]]: FlowPage<Extract<Flow, { kind: K }>> } = {
  secret: secretPage,
  connect: connectPage,
  approval: approvalPage,
  answer: answerPage,
};

/** Serves links, and the callbacks that lead back to them. */
export interface LinkServer {
  visit(visit: Visit): Promise<Response>;
  /** Handles the user's return from a service, with a code or an error. */
  callback(request: Request, session: Session, provider: string | undefined): Promise<Response>;
}

/** Serves the page of a link to the user who was asked, and to no one else. */
export function createLinkServer(services: PageServices, authenticator: Authenticator): LinkServer {
  const { texts, keys, flows, replies, submissions } = services;

  return {
    async visit(visit) {
      const user = await authenticator.authenticate(visit);
      if (!user) return visit.form ? authenticator.submit(visit) : authenticator.challenge(visit);
      const action = visit.form?.get("action") ?? "";
      const isOurs = visit.form !== undefined && isOurForm(keys, visit, user);
      if (action === "switch" && isOurs && authenticator.switchAccount) {
        return authenticator.switchAccount(visit);
      }
      const stored = await admit(flows, visit, user);
      if (!stored) {
        const footer = accountFooter(services, authenticator, visit, user);
        return replies.notAvailable(visit.session, footer);
      }
      const outcome = await flows.end(stored.id, stored);
      if (outcome) {
        const isGone = outcome.status === "expired" || outcome.status === "wrong-user";
        const status = isGone ? 410 : visit.form ? 409 : 200;
        return endedReply(services, stored, outcome, status, isOurs ? visit.form : undefined);
      }
      const submission = await submissions.find(visit, user.principal);
      const context = createFlowContext(services, authenticator, visit, stored, user, submission);
      const view = PAGES[stored.flow.kind] as FlowPage<Flow>;
      if (!visit.form) return view.show(context);
      if (!isOurs) return view.showStale(context, texts.staleForm);
      if (action === "decline") return context.end({ status: "declined" });
      if (action === "cancel") return context.end({ status: "cancelled" });
      return view.submit(context, action);
    },

    async callback(request, session, provider) {
      const returned = new URL(request.url).searchParams;
      const token = linkTokenOfCallback(services, request, session, provider);
      if (token === undefined) return replies.notAvailable(undefined);
      const returning = toReturnVisit(token, session, request);
      const visit = authenticator.restoreVisit?.(returning) ?? returning;
      const user = await authenticator.authenticate(visit);
      const stored = user && (await admit(flows, visit, user));
      if (!stored || stored.flow.kind !== "connect") return replies.notAvailable(undefined);
      // The result is shown at the link, because the address of the callback contains a code.
      const atLink = (): Response => replies.seeOther(pathOf(visit));
      if (await flows.end(stored.id, stored)) return atLink();
      const context = createFlowContext(services, authenticator, visit, stored, user);
      const reply = await handleCallback(context as FlowContext<typeof stored.flow>, returned);
      return reply.status === 409 ? atLink() : reply;
    },
  };
}
