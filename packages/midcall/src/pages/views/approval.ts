import { actions, errorSummary, heading, displayed, type Action } from "./layout.js";
import { html } from "./html.js";
import type { FlowPage, FlowContext } from "../links/flow-page.js";
import type { ApprovalFlow } from "../flows/flow.js";

/** Approval of a step: on this page with a button, or on another site, which the server reports with `complete(id)`. */
export const approvalPage: FlowPage<ApprovalFlow> = {
  show: (context) => show(context),
  async submit(context, action) {
    const { url, endsThere } = context.flow;
    if (action === "go" && url !== undefined) {
      const ended = endsThere === true ? await context.end({ status: "done" }) : undefined;
      // Any other response than the way to the end's page says why the visit could not be ended now.
      if (ended !== undefined && ended.status !== 303) return ended;
      return context.services.replies.continueTo(new URL(url));
    }
    if (action === "approve" && url === undefined) return context.end({ status: "done" });
    return show(context, 400);
  },
  showStale: (context, message) => show(context, 403, message),
};

function show(context: FlowContext<ApprovalFlow>, status = 200, problem?: string): Response {
  const { texts } = context.services;
  const { url, label } = context.flow;
  const fallback = url === undefined ? texts.approve : texts.approvalGo(new URL(url).host);
  const main: Action = {
    kind: "main",
    value: url === undefined ? "approve" : "go",
    text: (label && displayed(label)) || fallback,
  };
  const where =
    url !== undefined &&
    html`<p class="box note">
      <span class="host" dir="ltr">${new URL(url).host}</span><br />
      ${texts.approvalWaiting}
    </p>`;
  const body = html`${heading(texts, texts.approvalTitle, context.flow)}
  ${problem !== undefined && errorSummary(texts, [{ message: problem }])}${where}${context.form(actions(texts, [main]))}`;
  return context.reply(
    { title: texts.approvalTitle, body, wrong: problem && texts.errorsTitle },
    status,
  );
}
