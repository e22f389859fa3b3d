import { displayText } from "../../form/index.js";
import { flag, html, Html, type Inserted } from "./html.js";
import type { PageMessages } from "../messages.js";
import { STYLE } from "./style.js";

/** Longest text that is displayed, in characters: the longest message and description that a link can have. */
const MAX_LENGTH = 16_384;
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

/** Text of a server or a user, made safe to display and shortened. */
export function displayed(text: string, lines = false): string {
  const safe = displayText(text.slice(0, MAX_LENGTH), { lines });
  return text.length > MAX_LENGTH ? `${safe}…` : safe;
}

export interface PageParts {
  readonly title: string;
  readonly body: Inserted;
  /** Put first in the title if there are errors, because screen readers read the title first. */
  readonly wrong?: string | undefined;
  readonly head?: Inserted;
  readonly footer?: Inserted;
}

/** A whole page. */
export function page(texts: PageMessages, { title, body, wrong, head, footer }: PageParts): string {
  const full = wrong ? `${wrong}: ${title}` : title;
  return `<!doctype html>\n${html`<html lang="${texts.lang}" dir="${texts.dir}">
    <head>
      <meta charset="utf-8" />
      <title>${full}</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      ${head} ${STYLE_ELEMENT}
    </head>
    <body>
      <main>${body}</main>
      ${footer !== undefined && html`<footer>${footer}</footer>`}
    </body>
  </html> `.toString()}`;
}

/** Who asks, the heading, and the server's message, visually set apart. */
export function heading(
  texts: PageMessages,
  title: string,
  asked?: { readonly server: string; readonly tool?: string; readonly message: string },
): Html {
  if (!asked) return html`<h1>${title}</h1>`;
  const server = displayed(asked.server);
  const from =
    asked.tool === undefined ? texts.from(server) : texts.fromTool(server, displayed(asked.tool));
  return html`<p class="from">${from}</p>
    <h1>${title}</h1>
    <p class="message"><bdi>${displayed(asked.message, true)}</bdi></p>`;
}

/** A page with a single message. */
export function notice(
  texts: PageMessages,
  title: string,
  text: string,
  more: { readonly good?: boolean; readonly from?: string; readonly extra?: Inserted } = {},
): string {
  const { good, from, extra } = more;
  const content = html`<h1>${title}</h1>
    <p>${text}</p>`;
  return page(texts, {
    title,
    body: html`${from !== undefined && html`<p class="from">${displayed(from)}</p>`}
    ${good ? html`<div class="box good" role="status">${content}</div>` : content}${extra}`,
  });
}

/** All errors in one place, with links to the fields. */
export function errorSummary(
  texts: PageMessages,
  errors: readonly { readonly message: string; readonly target?: string }[],
): Html | undefined {
  if (errors.length === 0) return undefined;
  const items = errors.map(({ message, target }) =>
    target === undefined
      ? html`<li>${message}</li>`
      : html`<li><a href="#${target}">${message}</a></li>`,
  );
  return html`<div
    class="box bad"
    role="alert"
    tabindex="-1"
    aria-labelledby="errors-title"
    id="errors"
    ${flag("autofocus", true)}
  >
    <h2 id="errors-title">${texts.errorsTitle}</h2>
    <ul>
      ${items}
    </ul>
  </div>`;
}

/** A button that submits the form. */
export interface Action {
  readonly value: string;
  readonly text: string;
  readonly kind?: "main";
}

/** The given buttons, and those to decline and to cancel. */
export function actions(texts: PageMessages, given: readonly Action[]): Html {
  const all: readonly Action[] = [
    ...given,
    { value: "decline", text: texts.decline },
    { value: "cancel", text: texts.cancel },
  ];
  const buttons = all.map(
    ({ value, text, kind }) =>
      html`<button ${kind && html` class="${kind}"`} name="action" value="${value}">
        ${text}
      </button>`,
  );
  return html`<div class="acts">${buttons}</div>`;
}
