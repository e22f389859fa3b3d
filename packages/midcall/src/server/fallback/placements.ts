import type { Draft } from "../elicitation/question.js";
import type { FallbackWay } from "./ways.js";

/**
 * Where one question can be put:
 *
 * - `native`: the host shows it.
 * - `app`: a view of the server's in the host shows it.
 * - `local-page`: a page that the server opens in the user's browser, on the same machine.
 * - `page-by-url`: a page of the server's, whose link the host shows as URL elicitation.
 * - `page-by-text`: the same page; the model shows its link.
 * - `relay`: the model asks in the chat.
 */
export type Placement = "native" | "app" | "local-page" | "page-by-url" | "page-by-text" | "relay";

/** The kinds of questions that the rules distinguish. */
export type QuestionKind =
  /** A form that needs no proof of a user. */
  | "form"
  /** A form that only a user may answer, as that of `ctx.confirm`. */
  | "human"
  /** A link to somewhere else. */
  | "url"
  /** A link to a page of the server's own, which identifies its visitors itself. */
  | "credential";

/** The ways that one request offers. */
export interface Offered {
  /** The modes that the host shows itself. */
  readonly form: boolean;
  readonly url: boolean;
  /** Whether the host can render a view of the server's. */
  readonly app: boolean;
  /** Whether such a view is enough for a question that only a user may answer. */
  readonly appConfirms: boolean;
  /** Whether the server can open a page in the user's browser, on the same machine. */
  readonly localPage: boolean;
  /**
   * The server's own pages on the network: `sign-in`, if a visitor proves who they are by a sign-in of their own; `code`,
   * if a code from the question does.
   */
  readonly pages: "sign-in" | "code" | undefined;
  /** Whether the model can pass an answer on. */
  readonly relay: boolean;
}

/**
 * The rule which way may be used for what. `confirm` and `human: "required"` never go by relay, and not by a link that the
 * model has seen, unless the page asks for a sign-in of the user's own. A link is opened by the user alone, so it goes
 * neither by app nor by relay.
 */
const RULES: Record<Placement, (kind: QuestionKind, offered: Offered) => boolean> = {
  native: (kind, { form, url }) => (isForm(kind) ? form : url),
  app: (kind, { app, appConfirms }) =>
    app && (kind === "form" || (kind === "human" && appConfirms)),
  "local-page": (_, { localPage }) => localPage,
  "page-by-url": (kind, { url, pages }) => url && pages !== undefined && isForm(kind),
  "page-by-text": (kind, { pages }) =>
    pages === "sign-in" || (pages === "code" && (kind === "form" || kind === "url")),
  relay: (kind, { relay }) => relay && kind === "form",
};

const OF_WAY: Record<FallbackWay, readonly Placement[]> = {
  native: ["native"],
  app: ["app"],
  page: ["local-page", "page-by-url", "page-by-text"],
  relay: ["relay"],
};

const isForm = (kind: QuestionKind): boolean => kind === "form" || kind === "human";

/**
 * The places where a question can be put, best first; none if it cannot be asked.
 *
 * @param failedNatively - the host was asked, and no user answered there. What a host has answered by itself is not
 *   passed to the model next: only a view or a page may ask again
 */
export function placementsOf(
  kind: QuestionKind,
  ways: readonly FallbackWay[],
  offered: Offered,
  failedNatively = false,
): readonly Placement[] {
  const places: Placement[] = [];
  for (const way of ways) {
    for (const placement of OF_WAY[way]) {
      const isOver = failedNatively && (isShownByHost(placement) || placement === "relay");
      if (!isOver && RULES[placement](kind, offered)) places.push(placement);
    }
  }
  return places;
}

/** Whether the host's own elicitation shows the question, or the link to it. */
export function isShownByHost(placement: Placement): boolean {
  return placement === "native" || placement === "page-by-url";
}

/** The kind of a question. */
export function kindOf(question: Draft): QuestionKind {
  if (question.mode === "url") return question.ended === undefined ? "url" : "credential";
  return question.isHumanOnly ? "human" : "form";
}
