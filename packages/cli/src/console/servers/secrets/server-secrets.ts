import { createScrubber, type Scrubber } from "./scrubber.js";

/** The secrets that a server of the console is used with. */
export interface ServerSecrets {
  readonly addToken: (token: string) => void;
  /** Replaces the values of the headers. */
  setHeaders(values: readonly string[]): void;
  /** Replaces the values of the variables. */
  setEnvironment(values: readonly string[]): void;
  /** The text without tokens and the values of headers. */
  readonly scrub: (text: string) => string;
  /** Removes all of them, and the answers that are added to it. */
  readonly scrubber: Scrubber;
}

/** Knows no secrets yet. */
export function createServerSecrets(): ServerSecrets {
  const tokens = createScrubber();
  const answers = createScrubber();
  let headers = createScrubber();
  let environment = createScrubber();
  const scrub = (text: string): string => tokens.scrub(headers.scrub(text));
  return {
    addToken: (token) => tokens.add(token),
    setHeaders(values) {
      headers = createScrubber();
      headers.add(values);
    },
    setEnvironment(values) {
      environment = createScrubber();
      environment.add(values);
    },
    scrub,
    scrubber: {
      add: answers.add,
      scrub: (text) => answers.scrub(environment.scrub(scrub(text))),
    },
  };
}
