import { type RequestedSchema } from "../../schema/index.js";
import { type AnswerSchema, type SchemaInput } from "../../schema/answer/types.js";
import { answerSchema } from "../../schema/answer-schema.js";
import { QuestionError } from "../errors.js";
import { describeValue } from "../../internal/describe-value.js";
import { digest } from "../state/canonical-json.js";
import { checkMessage, checkOptions } from "./check-arguments.js";
import type { ConfirmationOptions, ElicitOptions, FormQuestion } from "./question.js";

const shapes = new WeakMap<RequestedSchema, string>();

function shapeOf(schema: RequestedSchema): string {
  let shape = shapes.get(schema);
  if (shape === undefined) {
    // Property order is part of what the user sees, so the digest is of the plain JSON, not the canonical one.
    shape = digest(JSON.stringify(schema));
    shapes.set(schema, shape);
  }
  return shape;
}

/** Builds a form question. @throws QuestionError, SchemaError, SchemaUnsupportedError, PatternError */
export function formQuestion(
  message: string,
  input: SchemaInput,
  options: ElicitOptions & ConfirmationOptions,
): FormQuestion {
  checkMessage(message);
  checkOptions(options);
  if (options.unsolicited === true && (options.key === undefined || options.human === "required")) {
    throw new QuestionError(
      options.key === undefined
        ? "unsolicited needs a key: without one, a client cannot name the question it answers."
        : 'unsolicited cannot be combined with human: "required": an answer sent in advance comes without a question that was shown to a user.',
    );
  }
  if (
    options.maxAttempts !== undefined &&
    !(Number.isSafeInteger(options.maxAttempts) && options.maxAttempts > 0)
  ) {
    throw new QuestionError(
      `maxAttempts must be a positive integer, not ${describeValue(options.maxAttempts)}.`,
    );
  }
  const schema = answerSchema(input) as AnswerSchema<unknown>;
  const shape = shapeOf(schema.requestedSchema);
  const seen = digest(`form ${message.length} ${message} ${shape}`);
  return {
    mode: "form",
    givenKey: options.key,
    digest: seen,
    shape,
    message,
    schema,
    timeoutMs: options.timeoutMs,
    whenUnavailable: options.whenUnavailable ?? "fail",
    fallback: options.fallback,
    maxAttempts: options.maxAttempts,
    unsolicited: options.unsolicited === true,
    isHumanOnly: options.human === "required",
    confirms: options.confirms,
    allowSensitive: options.allowSensitive,
  };
}
