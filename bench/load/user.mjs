/**
 * The simulated user: answers every question with values that are unique to the call, and checks its outcome.
 */
import { TITLES, summary } from "../servers/questions.mjs";

const CHOICES = ["first", "second", "third"];
let calls = 0;

/** @param {number} call @param {number} index position of the question in the call */
function answerTo(call, index) {
  return {
    address: `p${call}.${index}@example.com`,
    amount: 1 + ((call * 31 + index) % 999_983),
    choice: CHOICES[(call + index) % 3],
  };
}

/**
 * One call of the asking tool: its arguments, its answers and its expected outcome.
 *
 * @param {number} questions how many questions the tool is to ask
 */
export function createCall(questions) {
  calls += 1;
  const call = calls;
  const topic = `topic ${call}`;
  const expected = summary(
    topic,
    TITLES.slice(0, questions).map((_, index) => answerTo(call, index)),
  );
  let asked = 0;
  return {
    args: { topic, questions },
    /** @param {any} params of `elicitation/create` @returns the user's result */
    answer(params) {
      const index = asked;
      asked += 1;
      if (params.message !== `${topic}: ${TITLES[index]}`)
        throw new Error(`expected question ${index + 1} of "${topic}", got "${params.message}"`);
      const { address, amount, choice } = params.requestedSchema.properties;
      if (
        address?.format !== "email" ||
        amount?.type !== "integer" ||
        amount.maximum !== 1_000_000 ||
        choice?.enum?.length !== 3
      ) {
        throw new Error(
          `the form of question ${index + 1} is not the one the author wrote: ${JSON.stringify(params.requestedSchema)}`,
        );
      }
      return { action: "accept", content: answerTo(call, index) };
    },
    /** @param {any} message the JSON-RPC response that ended the call */
    check(message) {
      const text = message.result?.content?.[0]?.text;
      if (text !== expected || message.result.isError === true || asked !== questions) {
        throw new Error(
          `wrong outcome after ${asked} of ${questions} questions: ${JSON.stringify(message).slice(0, 300)}, expected ${expected}`,
        );
      }
    },
  };
}
