import { AssertionError } from "node:assert";
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

// `stackStartFn` leaves the assertion itself out of the stack.
function assertCheck({ pass, message }: Check, stackStartFn: (...args: never[]) => unknown): void {
  if (!pass) throw new AssertionError({ message, stackStartFn });
}

/**
 * Asserts that the server asked such a question; for node:test.
 *
 * @param host - the host that was asked
 * @param expected - a part of the message, a pattern, or `message`, `mode`, `fields` and `url`
 * @throws AssertionError that lists what was asked instead
 *
 * @example
 * ```ts
 * assertAsked(host, { message: /Delete \d+ files/, fields: ["confirm"] });
 * ```
 */
export function assertAsked(host: Pick<TestHost, "questions">, expected: ExpectedQuestion): void {
  assertCheck(checkAsked(host, expected), assertAsked);
}

/**
 * Asserts that every answer of the script was used; for node:test.
 *
 * @param host - the host with the script
 * @throws AssertionError that lists the answers that are left
 *
 * @example
 * ```ts
 * assertNoLeftoverAnswers(host);
 * ```
 */
export function assertNoLeftoverAnswers(host: Pick<TestHost, "expectNoLeftovers">): void {
  assertCheck(checkLeftovers(host), assertNoLeftoverAnswers);
}

/**
 * Asserts that no answer was used twice, as far as the wire shows it; for node:test. Each request must have got one
 * response, and a round that was sent again must have led to the same result, or to an error.
 *
 * @param host - the host, usually with a fault such as `duplicate(isAnswer)`
 * @throws AssertionError that says which response was one too many
 *
 * @example
 * ```ts
 * assertAnswersUsedOnce(host);
 * ```
 */
export function assertAnswersUsedOnce(host: Pick<TestHost, "transcript">): void {
  assertCheck(checkAnswersUsedOnce(host), assertAnswersUsedOnce);
}

/**
 * Asserts that the result of a declined or cancelled call says so; for node:test. It must be an error, or differ from
 * the result of the same call when the user accepted.
 *
 * @param declined - the result of the call that the user declined or cancelled
 * @param accepted - the result of the same call that the user accepted
 * @throws AssertionError with the result that both calls have
 *
 * @example
 * ```ts
 * assertDeclinedTruthfully(await declining.callTool("book"), await accepting.callTool("book"));
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#response-actions
 */
export function assertDeclinedTruthfully(declined: ComparedResult, accepted: ComparedResult): void {
  assertCheck(checkDeclinedTruthfully(declined, accepted), assertDeclinedTruthfully);
}
