import { inspectUrl, type UrlInspection } from "../client/url-safety/inspect-url.js";
import type { ApprovalFlow } from "../pages/flows/flow.js";
import { html, type Html } from "../pages/views/html.js";
import { actions, errorSummary, heading, page, type Action } from "../pages/views/layout.js";
import { nextQuestion } from "./ended.js";
import type { QuestionContext } from "./question-context.js";

type Context = QuestionContext<ApprovalFlow>;

/** A question with a link: the user reads where it leads, and opens it with a click, which is the accept. */
export const linkPage = {
  show: (context: Context): Response => show(context),

  async submit(context: Context, action: string): Promise<Response> {
    const link = inspect(context.flow);
    if (action !== "go" || !link.ok) return show(context, 400);
    return context.answer({ action: "accept" }, () => openLink(context, new URL(link.url)));
  },

  showStale: (context: Context, message: string): Response => show(context, 403, message),
};

/** The server runs on the user's machine, so it may lead to a host of their own network. */
const inspect = ({ url }: ApprovalFlow): UrlInspection =>
  inspectUrl(url, { allowPrivate: () => true });

function show(context: Context, status = 200, problem?: string): Response {
  const { flow, services } = context;
  const { texts } = services;
  const link = inspect(flow);
  const buttons: readonly Action[] = link.ok
    ? [{ kind: "main", value: "go", text: texts.open(hostOf(link)) }]
    : [];
  const body = html`${heading(texts, texts.linkTitle, flow)}
  ${problem !== undefined && errorSummary(texts, [{ message: problem }])}${where(context, link)}
  ${context.form(actions(texts, buttons))}`;
  return context.reply(
    { title: texts.linkTitle, body, wrong: problem && texts.errorsTitle },
    status,
  );
}

type Offered = Extract<UrlInspection, { ok: true }>;

const hostOf = ({ domain, parts }: Offered): string => domain ?? parts.highlight;

/** Where the link leads, and what to know about that before it is opened. */
function where({ services: { texts }, flow }: Context, link: UrlInspection): Html {
  if (!link.ok) {
    return html`<div class="box bad">
      <h2>${texts.linkRefused}</h2>
      <p>${texts.urlRefusal?.(link.reason) ?? link.message}</p>
      <p dir="ltr">${flow.url}</p>
    </div>`;
  }
  const { parts, domain, warnings } = link;
  const host = hostOf(link);
  return html`<div class="box note">
      <p>
        ${texts.leadsTo}<br />
        ${
          // In a whole host, anybody can write any name: only what says who owns it stands out.
          domain === undefined
            ? html`<span dir="ltr">${host}</span>`
            : html`<strong class="host" dir="ltr">${host}</strong>`
        }
      </p>
      ${domain === undefined && html`<p>${texts.ownerUnknown}</p>`}
      <p>
        ${texts.fullAddress}<br />
        <span dir="ltr"
          >${parts.before}${domain === undefined ? parts.highlight : html`<b>${parts.highlight}</b>`}${parts.after}</span
        >
      </p>
    </div>
    ${
      warnings.length > 0 &&
      html`<div class="box bad">
        <h2>${texts.linkWarnings}</h2>
        <ul>
          ${warnings.map((one) => html`<li>${texts.urlWarning?.(one) ?? one.message}</li>`)}
        </ul>
      </div>`
    }`;
}

/** Leads to the link; in another tab if this one has another question to show. */
function openLink({ services }: Context, url: URL): Response {
  const { texts, replies } = services;
  const next = nextQuestion(services);
  if (!next) return replies.continueTo(url);
  const title = texts.doneAnswer;
  const body = html`<h1>${title}</h1>
    <p>${texts.waiting(services.questions.open().length)}</p>
    <div class="acts">
      <a class="button" href="${url.href}" target="_blank" rel="noopener noreferrer"
        >${texts.open(url.host)}</a
      >${next}
    </div>`;
  return replies.html(page(texts, { title, body }));
}
