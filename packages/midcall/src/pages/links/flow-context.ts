import type { VisitEnd } from "../../contracts/pages.js";
import { errorName } from "../../internal/error-name.js";
import type { StoredFlow } from "../flows/flow-store.js";
import type { Authenticator } from "../identity/identity.js";
import { endPage } from "../views/end.js";
import { html, type Html } from "../views/html.js";
import { displayed, notice, page } from "../views/layout.js";
import type { Submission } from "../views/submission-state.js";
import type { FlowContext, PageServices } from "./flow-page.js";
import { formProof, ownForm, ownFormAgain, pathOf, type User, type Visit } from "./visit.js";

/** Creates what the page of a flow works with, for the right user at an open link. */
export function createFlowContext(
  services: PageServices,
  authenticator: Authenticator,
  visit: Visit,
  stored: StoredFlow,
  user: User,
  submission?: Submission,
): FlowContext {
  const { base, texts, keys, replies, submissions } = services;
  const path = pathOf(visit);
  return {
    submission,
    services,
    visit,
    flow: stored.flow,
    user,
    async showAgain(found, view = "again") {
      await submissions.save(visit, user.principal, found);
      return replies.seeOther(`${path}?${view}`);
    },
    form: (body) => ownForm(base.path + path, formProof(keys, visit, user), body),
    reply({ title, body, wrong, head }, status) {
      const footer = accountFooter(services, authenticator, visit, user);
      const document = page(texts, { title, body, wrong, head, footer });
      return replies.html(document, status, visit.session);
    },
    end: (outcome, work) => endVisit(services, visit, stored, outcome, work),
  };
}

/** Says which account the user is signed in with, and offers to change it. */
export function accountFooter(
  { base, texts, keys }: PageServices,
  { switchAccount }: Authenticator,
  visit: Visit,
  user: User,
): Html | undefined {
  const label = user.label === undefined ? undefined : texts.signedInAs(displayed(user.label));
  const change =
    switchAccount &&
    ownForm(
      base.path + pathOf(visit),
      formProof(keys, visit, user),
      html`<button class="plain" name="action" value="switch">${texts.otherAccount}</button>`,
    );
  return label === undefined && !change
    ? undefined
    : html`${label !== undefined && html`<p>${label}</p>`}${change}`;
}

/** The page of a visit that has ended. @param entered - the user's own form, if it came too late */
export const endedReply = (
  services: PageServices,
  { flow }: StoredFlow,
  outcome: VisitEnd,
  status: number,
  entered?: URLSearchParams,
): Response => services.replies.html(endPage(services, flow, outcome, entered), status);

async function endVisit(
  services: PageServices,
  visit: Visit,
  stored: StoredFlow,
  outcome: VisitEnd,
  work: (() => Promise<unknown>) | undefined,
): Promise<Response> {
  let isSaved = false;
  const save = async (): Promise<void> => {
    await work?.();
    isSaved = true;
  };
  let isOurs: boolean;
  try {
    isOurs = await services.flows.finish(stored, outcome, work && save);
  } catch (error) {
    if (work && !isSaved) throw error;
    return endNotStored(services, visit, stored, error, isSaved);
  }
  return isOurs ? services.replies.seeOther(pathOf(visit)) : alreadyEnded(services, visit, stored);
}

/** The store did not confirm the end, which may or may not have been written: the page neither promises nor denies it. */
function endNotStored(
  { base, texts, replies, logger }: PageServices,
  visit: Visit,
  { flow }: StoredFlow,
  error: unknown,
  isSaved: boolean,
): Response {
  logger.error(
    `midcall pages: the end of a visit could not be stored (${errorName(error)}). Is the store reachable?`,
  );
  const path = base.path + pathOf(visit);
  const extra =
    flow.kind === "answer" && visit.form
      ? ownFormAgain(path, visit.form, texts.goOn)
      : html`<p><a class="button main" href="${path}">${texts.goOn}</a></p>`;
  const text = isSaved ? texts.unconfirmedSaved : texts.unconfirmedText;
  return replies.html(notice(texts, texts.unconfirmedTitle, text, { extra }), 503);
}

/** The visit was ended in the meantime, by another tab or by the caller. */
async function alreadyEnded(
  services: PageServices,
  visit: Visit,
  stored: StoredFlow,
): Promise<Response> {
  const { flows, texts, replies } = services;
  const outcome = await flows.end(stored.id);
  if (outcome) return endedReply(services, stored, outcome, 409, visit.form);
  return replies.html(notice(texts, texts.finishingTitle, texts.finishingText), 409);
}
