import { actions, errorSummary, heading, shown } from "./layout.js";
import { html } from "./html.js";
import type { FlowPage, FlowContext } from "../links/page-of-flow.js";
import type { ApprovalFlow } from "../flows/records.js";

/** A step of the author's own: here with a yes button, or elsewhere, told of with `complete(id)`. */
export const approvalPage: FlowPage<ApprovalFlow> = {
  show: (stay) => show(stay),
  async act(stay, action) {
    const { url } = stay.flow;
    if (action === "go" && url !== undefined) return stay.services.replies.leave(new URL(url));
    if (action === "approve" && url === undefined) return stay.end({ status: "done" });
    return show(stay, 400);
  },
  stale: (stay, message) => show(stay, 403, message),
};

function show(stay: FlowContext<ApprovalFlow>, status = 200, problem?: string): Response {
  const { texts } = stay.services;
  const { url, label } = stay.flow;
  const fallback = url === undefined ? texts.approve : texts.approvalGo(new URL(url).host);
  const main = {
    value: url === undefined ? "approve" : "go",
    text: (label && shown(label)) || fallback,
  };
  const where =
    url !== undefined &&
    html`<p class="box note">
      <span class="host" dir="ltr">${new URL(url).host}</span><br />
      ${texts.approvalWaiting}
    </p>`;
  const body = html`${heading(texts, texts.approvalTitle, stay.flow)}
  ${problem !== undefined && errorSummary(texts, [{ message: problem }])}${where}${stay.form(actions(texts, main))}`;
  return stay.reply(
    { title: texts.approvalTitle, body, wrong: problem && texts.errorsTitle },
    status,
  );
}
