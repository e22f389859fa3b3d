import type { TestHost } from "../host.js";
import {
  type Check,
  checkAnswersUsedOnce,
  checkAsked,
  checkDeclinedTruthfully,
  checkLeftovers,
  type ComparedResult,
  type ExpectedQuestion,
} from "./checks.js";

/** What a matcher returns to vitest. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * The types of {@link midcallMatchers}, to be declared once in a project.
 *
 * @example
 * ```ts
 * declare module "vitest" {
 *   interface Matchers<T = any> extends MidcallMatchers<T> {}
 * }
 * ```
 */
export interface MidcallMatchers<R = unknown> {
  /** Of a host: the server asked such a question. */
  toHaveAsked(expected: ExpectedQuestion): R;
  /** Of a host: every answer of the script was used. */
  toHaveNoLeftoverAnswers(): R;
  /** Of a host: each request got one response, and a round that was sent again had the same result. */
  toHaveUsedAnswersOnce(): R;
  /** Of the result of a declined or cancelled call: it is an error, or differs from the accepted call's. */
  toBeDeclinedTruthfully(accepted: ComparedResult): R;
}

const toResult = ({ pass, message }: Check): MatcherResult => ({ pass, message: () => message });

/**
 * Matchers for vitest, and for other frameworks with `expect.extend`.
 *
 * @example
 * ```ts
 * expect.extend(midcallMatchers);
 * expect(host).toHaveAsked("Delete 3 files in old?");
 * expect(host).toHaveNoLeftoverAnswers();
 * expect(declined).toBeDeclinedTruthfully(accepted);
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions
 */
export const midcallMatchers = {
  toHaveAsked: (host: Pick<TestHost, "questions">, expected: ExpectedQuestion): MatcherResult =>
    toResult(checkAsked(host, expected)),
  toHaveNoLeftoverAnswers: (host: Pick<TestHost, "expectNoLeftovers">): MatcherResult =>
    toResult(checkLeftovers(host)),
  toHaveUsedAnswersOnce: (host: Pick<TestHost, "transcript">): MatcherResult =>
    toResult(checkAnswersUsedOnce(host)),
  toBeDeclinedTruthfully: (declined: ComparedResult, accepted: ComparedResult): MatcherResult =>
    toResult(checkDeclinedTruthfully(declined, accepted)),
};
