import type { HeaderMap } from "../../../connect/headers.js";
import { createScrubber, type Scrubber } from "./scrubber.js";

/** The secrets that a server of the console is used with. */
export interface ServerSecrets {
  readonly addToken: (token: string) => void;
  /** Earlier values stay secret: they may stand in what was received with them. */
  addHeaders(headers: HeaderMap): void;
  /** Earlier values stay secret, too. */
  addEnvironment(values: readonly string[]): void;
  /** The text without tokens and the values of headers. */
  readonly scrub: (text: string) => string;
  /** Removes all of them, and the answers that are added to it. */
  readonly scrubber: Scrubber;
}

/** The texts that must not be shown: each value, with and without its scheme. */
const secretValues = (headers: HeaderMap): string[] =>
  Object.values(headers).flatMap((value) => [value, value.replace(/^[\w-]+ +/, "")]);

/** Knows no secrets yet. */
export function createServerSecrets(): ServerSecrets {
  const tokens = createScrubber();
  const answers = createScrubber();
  const headers = createScrubber();
  const environment = createScrubber();
  const scrub = (text: string): string => tokens.scrub(headers.scrub(text));
  return {
    addToken: (token) => tokens.add(token),
    addHeaders: (given) => headers.add(secretValues(given)),
    addEnvironment: (values) => environment.add(values),
    scrub,
    scrubber: {
      add: answers.add,
      scrub: (text) => answers.scrub(environment.scrub(scrub(text))),
    },
  };
}
