import type { Base } from "./base.js";
import type { ServerProof } from "./server-proof.js";
import { html, type Inserted } from "../views/html.js";
import { notice, page } from "../views/layout.js";
import type { PageMessages } from "../messages.js";
import type { Session, Sessions } from "../identity/session.js";

/** The responses of the pages. The security headers are added later, to every response. */
export interface Replies {
  html(body: string, status?: number, session?: Session): Response;
  /** Redirects to a path of the pages, with a GET. */
  seeOther(path: string, session?: Session): Response;
  /**
   * Sends the user to another site. This is a page and not a redirect, because the content security policy allows forms
   * to lead only to these pages, and browsers apply that to redirects as well.
   *
   * @param cookies - Values of `Set-Cookie` headers.
   */
  continueTo(url: URL, cookies?: readonly string[]): Response;
  /** The same page for all visitors who may not see a link, whatever the reason. */
  notAvailable(session: Session | undefined, extra?: Inserted): Response;
  tooManyRequests(seconds: number): Response;
  refuse(status: number, headers?: Record<string, string>): Response;
  serverError(status: 500 | 503): Response;
}

/** @param proof - for pages on this machine */
export function createReplies(
  base: Base,
  texts: PageMessages,
  sessions: Sessions,
  proof?: ServerProof,
): Replies {
  const reply = (body: string | null, status: number, headers: Record<string, string> = {}) =>
    new Response(body, {
      status,
      headers: { "content-type": "text/html; charset=utf-8", ...headers },
    });
  // Only a new browser gets a cookie; a known one has it already.
  const cookie = (session?: Session): Record<string, string> =>
    session?.fresh ? { "set-cookie": sessions.cookie(session) } : {};

  return {
    html: (body, status = 200, session) =>
      reply(proof?.into(body, texts) ?? body, status, cookie(session)),
    seeOther: (path, session) => reply(null, 303, { location: base.at(path), ...cookie(session) }),
    continueTo(url, cookies = []) {
      const title = texts.leavingTitle(url.host);
      const response = reply(
        page(texts, {
          title,
          head: html`<meta http-equiv="refresh" content="0;url=${url.href}" />`,
          body: html`<h1>${title}</h1>
            <p>${texts.leavingText}</p>
            <p>
              <a class="button main" href="${url.href}" rel="noreferrer"
                >${texts.approvalGo(url.host)}</a
              >
            </p>`,
        }),
        200,
      );
      for (const cookie of cookies) response.headers.append("set-cookie", cookie);
      return response;
    },
    notAvailable: (session, extra) =>
      reply(notice(texts, texts.nothingTitle, texts.nothingText, { extra }), 404, cookie(session)),
    tooManyRequests: (seconds) =>
      reply(notice(texts, texts.tooManyTitle, texts.tooManyText), 429, {
        "retry-after": String(Math.max(1, Math.ceil(seconds))),
      }),
    refuse: (status, headers) =>
      reply(
        status === 413
          ? notice(texts, texts.tooLargeTitle, texts.tooLargeText)
          : notice(texts, texts.badRequestTitle, texts.badRequestText),
        status,
        headers,
      ),
    serverError: (status) => reply(notice(texts, texts.brokenTitle, texts.brokenText), status),
  };
}
