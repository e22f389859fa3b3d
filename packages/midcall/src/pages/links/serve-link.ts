import { endPage } from "../views/end.js";
import { answerPage } from "../views/answer.js";
import { approvalPage } from "../views/approval.js";
import { arrive, connectPage, tokenOfReturn } from "../views/connect.js";
import { secretPage } from "../views/secret.js";
import type { Submission } from "../views/submission-state.js";
import type { FlowPage, PageServices, FlowContext } from "./page-of-flow.js";
import type { KnownFlow } from "../flows/flows.js";
import type { Authenticator } from "../identity/identity.js";
import { notice, page, shown } from "../views/layout.js";
import { html, type Html } from "../views/html.js";
import type { VisitEnd } from "../flows/outcome.js";
import type { Flow } from "../flows/records.js";
import type { Session } from "../identity/session.js";
import { formProof, isOurForm, ownForm, pathOf, revisit, type User, type Visit } from "./visit.js";

const PAGES: { readonly [K in Flow["kind"]]: FlowPage<Extract<Flow, { kind: K }>> } = {
  secret: secretPage,
  connect: connectPage,
  approval: approvalPage,
  answer: answerPage,
};

/** Serves links and the ways back to them. */
export interface LinkServer {
  visit(visit: Visit): Promise<Response>;
  /** Back from a service, with a code or an error. */
  callback(request: Request, session: Session, provider: string | undefined): Promise<Response>;
}

/** Nobody gets past here but the person who was asked. */
export function createLinkServer(services: PageServices, gate: Authenticator): LinkServer {
  const { base, texts, keys, flows, replies, drafts, logger } = services;

  /** The link, if this is the person it is for. Everybody else gets the same page, link or no link. */
  const admit = async (visit: Visit, person: User): Promise<KnownFlow | undefined> => {
    const known = await flows.find(visit.token);
    if (!known) return undefined;
    const right = known.flow.principal === person.principal;
    if (!isLookAhead(visit.request)) {
      await flows.note(known, right ? "person" : "wrong-person");
    }
    return right ? known : undefined;
  };

  const nothing = (visit: Visit, person: User): Response =>
    replies.nothing(visit.session, footer(visit, person));

  const footer = (visit: Visit, person: User): Html | undefined => {
    const label = person.label === undefined ? undefined : texts.signedInAs(shown(person.label));
    const change =
      gate.switchAccount &&
      ownForm(
        base.path + pathOf(visit),
        formProof(keys, visit, person),
        html`<button class="plain" name="action" value="switch">${texts.otherAccount}</button>`,
      );
    return label === undefined && !change
      ? undefined
      : html`${label !== undefined && html`<p>${label}</p>`}${change}`;
  };

  const ended = ({ flow }: KnownFlow, outcome: VisitEnd, status: number): Response =>
    replies.html(endPage(texts, flow, outcome), status);

  const stayOf = (
    visit: Visit,
    known: KnownFlow,
    person: User,
    draft?: Submission,
  ): FlowContext => {
    const { flow } = known;
    const path = pathOf(visit);
    return {
      draft,
      async again(found, view = "again") {
        await drafts.keep(visit, person.principal, found);
        return replies.seeOther(`${path}?${view}`);
      },
      services,
      visit,
      flow,
      person,
      form: (body) => ownForm(base.path + path, formProof(keys, visit, person), body),
      reply: (parts, status) =>
        replies.html(
          page(texts, { ...parts, footer: footer(visit, person) }),
          status,
          visit.session,
        ),
      async end(outcome, work) {
        let kept = false;
        const keep = async (): Promise<void> => {
          await work?.();
          kept = true;
        };
        let isOurs: boolean;
        try {
          isOurs = await flows.finish(known, outcome, work && keep);
        } catch (error) {
          if (work && !kept) throw error;
          return untold(visit, known, error, kept);
        }
        return isOurs ? replies.seeOther(path) : over(known);
      },
    };
  };

  /** The store did not take how it ended, or did and could not say so: nothing is promised, and nothing denied. */
  const untold = (visit: Visit, known: KnownFlow, error: unknown, kept: boolean): Response => {
    const kind = error instanceof Error ? error.name : typeof error;
    logger.error(
      `midcall pages: the end of a visit was not stored: ${kind}. Is the store reachable?`,
    );
    const filledIn = known.flow.kind === "answer" ? "?review" : "";
    const extra = html`<p>
      <a class="button main" href="${base.path}${pathOf(visit)}${filledIn}">${texts.goOn}</a>
    </p>`;
    const text = kept ? texts.untoldKept : texts.untoldText;
    return replies.html(notice(texts, texts.untoldTitle, text, { extra }), 503);
  };

  /** Somebody was faster: another tab, or the caller. */
  const over = async (known: KnownFlow): Promise<Response> => {
    const outcome = await flows.end(known.id);
    if (outcome) return ended(known, outcome, 409);
    return replies.html(notice(texts, texts.finishingTitle, texts.finishingText), 409);
  };

  return {
    async visit(visit) {
      const person = await gate.authenticate(visit);
      if (!person) return visit.form ? gate.submit(visit) : gate.challenge(visit);
      const action = visit.form?.get("action") ?? "";
      const ours = visit.form !== undefined && isOurForm(keys, visit, person);
      if (action === "switch" && ours && gate.switchAccount) return gate.switchAccount(visit);

      const known = await admit(visit, person);
      if (!known) return nothing(visit, person);
      const outcome = await flows.end(known.id, known);
      if (outcome) {
        const gone = outcome.status === "expired" || outcome.status === "wrong-person";
        return ended(known, outcome, gone ? 410 : visit.form ? 409 : 200);
      }
      const draft = await drafts.find(visit, person.principal);
      const stay = stayOf(visit, known, person, draft);
      const view = PAGES[known.flow.kind] as FlowPage<Flow>;
      if (!visit.form) return view.show(stay);
      if (!ours) return view.stale(stay, texts.staleForm);
      if (action === "decline") return stay.end({ status: "declined" });
      if (action === "cancel") return stay.end({ status: "cancelled" });
      return view.act(stay, action);
    },

    async callback(request, session, provider) {
      const returned = new URL(request.url).searchParams;
      const token = tokenOfReturn(services, request, session, provider);
      if (token === undefined) return replies.nothing(undefined);
      const returning = revisit(token, session, request);
      const visit = gate.restoreVisit?.(returning) ?? returning;
      const person = await gate.authenticate(visit);
      const known = person && (await admit(visit, person));
      if (!known || known.flow.kind !== "connect") return replies.nothing(undefined);
      // At the link, not here: the address of this page holds a code.
      const atLink = (): Response => replies.seeOther(pathOf(visit));
      if (await flows.end(known.id, known)) return atLink();
      const reply = await arrive(
        stayOf(visit, known, person) as FlowContext<typeof known.flow>,
        returned,
      );
      return reply.status === 409 ? atLink() : reply;
    },
  };
}

/** A browser or a mail scanner that fetches ahead is nobody's visit. */
function isLookAhead({ method, headers }: Request): boolean {
  return method === "HEAD" || /prefetch/i.test(headers.get("sec-purpose") ?? "");
}
