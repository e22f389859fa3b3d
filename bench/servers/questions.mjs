/**
 * The questions and the result of every server, so that only the library differs.
 *
 * The schemas are created with the server's own zod, once per process, at module level.
 */

/**
 * @typedef {{ key: string, title: string, schema: import("zod").ZodObject }} Question
 */

/** Titles in the order of the questions; the load generator recognises a question by its title. */
export const TITLES = [
  "Who should be told?",
  "When should it start?",
  "Where should it run?",
  "How large may it be?",
  "Who pays for it?",
  "What is it called?",
  "When is it reviewed?",
  "Who may see it?",
  "How is it backed up?",
  "What happens at the end?",
];

/**
 * Ten different forms of three fields each: an address, a bounded number and a choice.
 *
 * @param {typeof import("zod")} z the zod module of the server that asks
 * @returns {Question[]}
 */
export function createQuestions(z) {
  return TITLES.map((title, index) => ({
    key: `question_${index + 1}`,
    title,
    schema: z.object({
      address: z
        .email()
        .meta({ title: "E-mail address", description: `For question ${index + 1}` }),
      amount: z.int().min(1).max(1_000_000).meta({ title: "Amount" }),
      choice: z.enum(["first", "second", "third"]).meta({ title: "Choice" }),
    }),
  }));
}

/**
 * The arguments of the asking tool.
 *
 * @param {typeof import("zod")} z
 */
export function createArguments(z) {
  return z.object({
    topic: z.string().max(200),
    questions: z.int().min(0).max(TITLES.length),
  });
}

/**
 * The arguments of the tools that only make the server larger.
 *
 * @param {typeof import("zod")} z
 */
export function createFillerArguments(z) {
  return z.object({
    path: z.string().meta({ description: "Where to look" }),
    limit: z.int().min(1).max(100).default(10),
    order: z.enum(["name", "date", "size"]).optional(),
  });
}

/**
 * The message of a question, which names the call it belongs to.
 *
 * @param {Question} question
 * @param {string} topic
 */
export function wording(question, topic) {
  return `${topic}: ${question.title}`;
}

/**
 * The tool's final text: all answers in order, so that a lost, swapped or foreign answer is detected.
 *
 * @param {string} topic
 * @param {{ address: string, amount: number, choice: string }[]} answers
 */
export function summary(topic, answers) {
  return `${topic}=${answers.map(({ address, amount, choice }) => `${address}/${amount}/${choice}`).join(";")}`;
}

/**
 * The JSON Schema of a question in the subset that elicitation allows, for libraries that require it.
 *
 * @param {typeof import("zod")} z
 * @param {import("zod").ZodObject} schema
 */
export function toWireSchema(z, schema) {
  const { type, properties, required } = z.toJSONSchema(schema, { io: "input" });
  for (const property of Object.values(properties)) delete property.pattern;
  return { type, properties, required };
}
