import type { Question } from "../elicitation/question.js";
import type { HostCapabilities } from "./capabilities.js";

/** The time to notice a question and to press a key, in milliseconds. A key that is held answers after about 150. */
const REACTION_MS = 250;
/** Nobody reads faster: some 1,000 words a minute. */
const CHARACTER_MS = 10;
/** The beginning of a long message may be enough for a user who has seen it before. */
const LONGEST_MS = 1_000;

/** How long a question that was answered too fast waits before it is asked again: a key that is held answers that at once, too. */
export const RELEASE_MS = 1_000;

/** What a question says that is asked again, because it was accepted too fast. */
export const ANSWERED_TOO_FAST: string =
  "This was accepted faster than it can be read, perhaps by a key that was meant for something else. Please answer again.";

/**
 * Whether a form was accepted faster than anyone can read its message, as by a key that was held or meant for something
 * else. Hosts that declare that this cannot happen in them are not doubted.
 *
 * @param elapsedMs - milliseconds between the question and the response; a negative number, as from processes whose clocks
 *   differ, says nothing
 */
export function isTooFast(
  { mode, message }: Pick<Question, "mode" | "message">,
  elapsedMs: number,
  { isDeliberate }: Pick<HostCapabilities, "isDeliberate">,
): boolean {
  if (mode !== "form" || isDeliberate) return false;
  const readingMs = Math.min(LONGEST_MS, REACTION_MS + CHARACTER_MS * message.length);
  return elapsedMs >= 0 && elapsedMs < readingMs;
}
