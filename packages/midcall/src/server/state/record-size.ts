import { Buffer } from "node:buffer";
import { LimitError } from "../errors.js";
import type { Settings } from "../options.js";

/** A record may be as large as so many states that travel through a client. */
const STATES = 8;

/** The most characters that one record of a call or of a question may have. */
export function mostOfRecord({ limits }: Pick<Settings, "limits">): number {
  return limits.stateBytes * STATES;
}

/** The most bytes that an answer may have: sealed they are a third more, and then half of a state that travels through a client. */
function mostOfAnswer({ limits }: Pick<Settings, "limits">): number {
  return Math.floor((limits.stateBytes * 3) / 8);
}

/**
 * What to say of an answer that is too large to be kept with its call; `undefined` for one that is not.
 *
 * @param output - what the schema has made of the content, if it is kept, too
 */
export function tooLargeAnswer(
  content: unknown,
  output: unknown,
  settings: Pick<Settings, "limits">,
): string | undefined {
  const most = mostOfAnswer(settings);
  const size = bytesOf(content) + bytesOf(output);
  if (size <= most) return undefined;
  return `The answer has ${size} bytes, and at most ${most} are taken. Make it shorter.`;
}

const bytesOf = (value: unknown): number =>
  value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value));

/**
 * @param what - what is kept, as "This question"
 * @throws LimitError when it is larger than a record may be
 */
export function assertRecordSize(
  what: string,
  text: string,
  settings: Pick<Settings, "limits">,
): void {
  assertSize(what, text, mostOfRecord(settings));
}

/**
 * The same for the state of a call that asks, which an answer still has to find room in: a call that has none left ends before its user
 * is asked, and not after.
 *
 * @throws LimitError
 */
export function assertStateSize(
  what: string,
  text: string,
  settings: Pick<Settings, "limits">,
): void {
  assertSize(what, text, mostOfRecord(settings) - mostOfAnswer(settings));
}

function assertSize(what: string, text: string, most: number): void {
  if (text.length <= most) return;
  throw new LimitError(
    `${what} has ${text.length} bytes, which is over the limit of ${most}. ` +
      "Ask and return less (a reference instead of the data), or raise limits.stateBytes.",
  );
}
