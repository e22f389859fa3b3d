import { isDeepStrictEqual } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import fc from "fast-check";
import { type RequestedSchema } from "midcall/schema";
import { answerSchema } from "../../packages/midcall/src/schema/answer-schema.js";
import type { HostCapabilities } from "../../packages/midcall/src/server/host/capabilities.js";
import { encodeQuestion } from "../../packages/midcall/src/server/elicitation/encode.js";
import type { Question } from "../../packages/midcall/src/server/elicitation/question.js";
import { contentFor, requestedSchema } from "../../packages/midcall/test/schema/samples.js";
import { must, target, type FuzzTarget } from "./fuzz-target.js";

/** Reads a response to a question that was put to this host. */
export const decodeResponse = (
  response: unknown,
  question: Question,
  host: HostCapabilities,
  tooFast: boolean,
): ReturnType<ReturnType<typeof encodeQuestion>["decode"]> =>
  encodeQuestion(question, host).decode(response, tooFast);

export type Read = typeof decodeResponse;

const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  unicodeRegExp: true,
  addUsedSchema: false,
  ownProperties: true,
});
ajvFormats.default(ajv);
// It leaves a property named __proto__ unchecked and misses that "" is required.
const NOT_SEEN_BY_AJV = ["__proto__", ""];

const action = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>("accept", "accept", "decline", "cancel") },
  fc.constantFrom<unknown>(
    "Accept",
    "accept ",
    "ACCEPT",
    "reject",
    "yes",
    "",
    true,
    1,
    null,
    undefined,
  ),
  fc.constantFrom<unknown>(["accept"], { action: "accept" }),
);
const protocolVersion = fc.constantFrom(
  "2025-06-18" as const,
  "2025-11-25" as const,
  "2026-07-28" as const,
);

interface AnswerInput {
  readonly schema: RequestedSchema;
  readonly protocolVersion: "2025-06-18" | "2025-11-25" | "2026-07-28";
  readonly responses: readonly unknown[];
  readonly tooFast: boolean;
  readonly link: boolean;
}

/** Only the person's own accept is one, with content the schema takes; only their own no is a no. */
export const answers: FuzzTarget = target<AnswerInput, Read>({
  name: "answers",
  tried: "questions, each with five answers of hosts",
  runs: [100, 12_000],
  subject: decodeResponse,
  input: requestedSchema.chain((schema) => {
    const content = fc.oneof(
      { weight: 6, arbitrary: contentFor(schema) },
      fc.constantFrom<unknown>(undefined, null, [], "yes", true, { "midcall/cannotAsk": true }),
    );
    return fc.record({
      schema: fc.constant(schema),
      protocolVersion,
      responses: fc.array(
        fc.oneof(
          {
            weight: 9,
            arbitrary: fc.record(
              { action, content, _meta: fc.anything() },
              { requiredKeys: ["action"] },
            ),
          },
          fc.anything(),
          content,
        ),
        { minLength: 5, maxLength: 5 },
      ),
      tooFast: fc.boolean(),
      link: fc.oneof(
        { weight: 1, arbitrary: fc.constant(true) },
        { weight: 6, arbitrary: fc.constant(false) },
      ),
    });
  }),
  check({ schema, protocolVersion: spoken, responses, tooFast, link }, read) {
    const question = {
      mode: link ? "url" : "form",
      schema: answerSchema(schema),
      message: "?",
    } as unknown as Question;
    const host = {
      strategy: "serverRequest",
      protocolVersion: spoken,
      form: true,
      url: true,
    } as unknown as HostCapabilities;
    const names = Object.keys(schema.properties);
    const valid = names.some((name) => NOT_SEEN_BY_AJV.includes(name))
      ? undefined
      : ajv.compile(schema);
    for (const response of responses) {
      const outcome = read(response, question, host, tooFast);
      must(!(outcome instanceof Promise), "A schema that is plain data is checked at once.");
      const said = actionOf(response);
      if (outcome.kind === "accept" || outcome.kind === "consent")
        must(said === "accept" && !tooFast, `${JSON.stringify(said)} was taken for a yes.`);
      if (outcome.kind === "decline")
        must((said === "decline" || said === "reject") && !tooFast, "Nobody has said no.");
      if (outcome.kind === "cancel") must(said === "cancel" && !tooFast, "Nobody has closed it.");
      if (said === "accept" && !tooFast) must(outcome.kind !== "unanswered", "A yes was lost.");
      if (outcome.kind !== "accept") continue;
      must(!link, "A link has no content.");
      const { content: taken } = outcome;
      must(
        Object.keys(taken).every((name) => names.includes(name)),
        "Content nobody asked for.",
      );
      if (valid) must(valid(taken), `The schema refuses it: ${ajv.errorsText(valid.errors)}`);
      if (spoken !== "2026-07-28") continue;
      // What was accepted is what was sent, less what nobody asked for: nothing is made up, not even a default.
      const sent = (response as { content?: Record<string, unknown> }).content ?? {};
      for (const [name, value] of Object.entries(taken))
        must(
          Object.hasOwn(sent, name) && isDeepStrictEqual(sent[name], value),
          `${name} was made up.`,
        );
    }
    ajv.removeSchema();
  },
});

function actionOf(response: unknown): unknown {
  return typeof response === "object" && response !== null && !Array.isArray(response)
    ? (response as { action?: unknown }).action
    : undefined;
}
