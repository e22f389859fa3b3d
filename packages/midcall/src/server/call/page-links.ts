import type { Call } from "./call.js";

/** What the step that makes a link records. */
interface Made {
  /** Digest of what the page says and asks for. */
  readonly of: string;
  /** The page; absent where no link was needed. */
  readonly id?: string;
}

/** How the link of a question on a page is made. */
export interface PageLinkParts<T extends object> {
  readonly call: Call;
  /** Key of the question. */
  readonly key: string;
  /** Key of the URL elicitation with its first, second and so on link. */
  readonly keyOf: (nr: number) => string;
  /** Digest of what the page says and asks for. */
  readonly of: string;
  /** What the host shows with the link. */
  readonly message: string;
  readonly make: () => Promise<T>;
  /** Ends the page of an earlier link, which nobody waits for any more. */
  readonly close: (id: string) => Promise<unknown>;
}

/** A link of a question on a page. */
export interface PageLink<T> {
  readonly nr: number;
  readonly found: T;
  /** Whether the question had other words before: its steps do not wait for what earlier rounds have asked after it. */
  readonly isAskedAgain: boolean;
}

/**
 * The link of a question on a page, made in a step. One of an earlier round that says or asks for something else is not used, and what
 * was answered there counts no more: its number is passed over.
 *
 * @param before - the link before it, of the same question
 */
export async function pageLink<T extends object>(
  parts: PageLinkParts<T>,
  before?: PageLink<T>,
): Promise<PageLink<T>> {
  const { call, key: question, keyOf, of, message, make, close } = parts;
  let { nr, isAskedAgain } = before ?? { nr: 0, isAskedAgain: false };
  for (;;) {
    const key = keyOf((nr += 1));
    const found = (await call.step(
      `${key} link`,
      async () => ({ ...(await make()), of }),
      REPEATABLE,
      isAskedAgain,
    )) as T & Made;
    const { id } = found;
    if (id === undefined) call.notAsked(key);
    if (found.of === of || id === undefined) return { nr, found, isAskedAgain };
    isAskedAgain = true;
    if (call.replaced(key, keyOf(nr + 1), message, question))
      await call.during(() => close(id).catch(() => {}));
    if (call.hasStep(`${key} end`)) await call.step(`${key} end`, () => undefined, REPEATABLE);
  }
}

const REPEATABLE = { onInterrupted: "rerun" } as const;
