/** A question as a user sees it, wherever it is shown. */
export interface ShownQuestion {
  readonly where: "native" | "app";
  readonly mode: "form" | "url";
  readonly message: string;
  readonly requestedSchema?: unknown;
  readonly url?: string | undefined;
  /** The arguments of the call that it belongs to, where the host knows them. */
  readonly args?: Readonly<Record<string, unknown>> | undefined;
}

/** What a user does with a question, and how long they take. */
export type UserAct = { readonly afterMs: number } & (
  | { readonly does: "accepts"; readonly content?: Readonly<Record<string, unknown>> }
  | { readonly does: "declines" }
  | { readonly does: "closes" }
  | { readonly does: "walks-away" }
);

/** A user, who sees a question and does something. */
export type User = (question: ShownQuestion) => UserAct;

/** What a user was shown and did. */
export interface Deed {
  readonly question: ShownQuestion;
  readonly act: UserAct;
}

/** As long as somebody takes to read a question, at the least. */
const READING_MS = 4_000;

export const accepting =
  (content?: Record<string, unknown>, afterMs: number = READING_MS): User =>
  () => ({ does: "accepts", ...(content && { content }), afterMs });
export const declining =
  (afterMs: number = READING_MS): User =>
  () => ({ does: "declines", afterMs });
export const closing =
  (afterMs: number = READING_MS): User =>
  () => ({ does: "closes", afterMs });
export const walkingAway = (): User => () => ({ does: "walks-away", afterMs: 0 });

/** Does one thing after the other with the questions as they come; with later ones, the last. */
export function inTurn(...users: readonly User[]): User {
  let count = 0;
  return (question) => users[Math.min(count++, users.length - 1)]!(question);
}
