import type { ElicitResult, OpenQuestion } from "midcall/client";
import type { Answer } from "../../answers/answer.js";
import { patternFor } from "../../answers/matches-pattern.js";
import type { Scenario, ScenarioCall } from "../../answers/scenario.js";
import { schemaDigest } from "../../answers/schema-digest.js";
import type { RequestMeta } from "../../connect/request-meta.js";
import { isObject, member, setMember } from "../../json.js";
import { RequestError } from "../errors.js";
import { maskSecretArguments } from "../servers/secrets/secret-arguments.js";
import { isSecretName, maskArguments } from "../servers/secrets/secret-names.js";
import type { AnsweredQuestionView, CallKind } from "../views/api-types.js";
import { createAnsweredQuestions } from "./answered-questions.js";

/** What a call was started with. */
export interface StartedCall {
  readonly kind: CallKind;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** As sent by the server; untrusted. */
  readonly inputSchema?: unknown;
  readonly meta?: RequestMeta | undefined;
  readonly asTask?: boolean | undefined;
}

/**
 * Remembers the latest calls and the answers that were sent in them, in memory. They become a scenario when the user
 * saves one, and are forgotten with the console.
 */
export interface CallRecorder {
  begin(id: string, call: StartedCall): void;
  /** An answer was sent. */
  add(id: string, question: OpenQuestion, result: ElicitResult): void;
  /** What was answered in a call, oldest first, with secrets masked. */
  answered(id: string): readonly AnsweredQuestionView[];
  /** The scenario of a call, without secrets. @throws RequestError when the call is no longer known, or too large */
  scenario(id: string, name: string): Scenario;
}

interface Recorded {
  readonly call: ScenarioCall;
  readonly answers: Answer[];
  size: number;
}

const MOST_CALLS = 50;
const MOST_ANSWERS = 500;
/** The length of the JSON of a scenario, in characters. */
export const LARGEST_SCENARIO = 256 * 1024;

export function createCallRecorder(): CallRecorder {
  const calls = new Map<string, Recorded>();
  const answered = createAnsweredQuestions();
  return {
    answered: answered.of,
    begin(id, started) {
      const call = withoutSecrets(started);
      calls.set(id, { call, answers: [], size: JSON.stringify(call).length });
      if (calls.size > MOST_CALLS) calls.delete(calls.keys().next().value!);
    },
    add(id, question, result) {
      answered.add(id, question, result);
      const recorded = calls.get(id);
      if (!recorded || recorded.size > LARGEST_SCENARIO) return;
      const answer = toAnswer(question, result, recorded.answers.length + 1);
      recorded.size += JSON.stringify(answer).length;
      // A scenario that is too large is not saved, so the rest need not be kept.
      if (recorded.answers.length >= MOST_ANSWERS) recorded.size = Infinity;
      else recorded.answers.push(answer);
    },
    scenario(id, name) {
      const recorded = calls.get(id);
      if (!recorded) {
        throw new RequestError(
          404,
          "This call can no longer be saved. Call it again, and then save it.",
        );
      }
      const { call, answers, size } = recorded;
      if (size > LARGEST_SCENARIO) {
        throw new RequestError(400, "This call and its answers are too large to be saved.");
      }
      return { name, call, answers: [...answers] };
    },
  };
}

/** The metadata without members that seem to be, or to contain, a secret. */
function metaWithoutSecrets(meta: RequestMeta): RequestMeta {
  const masked = maskArguments(meta) as RequestMeta;
  const kept = {};
  for (const [name, value] of Object.entries(meta)) {
    if (JSON.stringify(masked[name]) === JSON.stringify(value)) setMember(kept, name, value);
  }
  return kept;
}

function withoutSecrets(started: StartedCall): ScenarioCall {
  const { kind, name, arguments: args, inputSchema, meta, asTask } = started;
  const kept: Record<string, unknown> = {};
  const ask: string[] = [];
  for (const [key, value] of Object.entries(args)) {
    const one = {};
    setMember(one, key, value);
    const masked = maskSecretArguments(one, inputSchema);
    if (JSON.stringify(masked) !== JSON.stringify(one)) ask.push(key);
    else setMember(kept, key, value);
  }
  return {
    kind,
    name,
    arguments: kept,
    ask,
    ...(meta && { meta: metaWithoutSecrets(meta) }),
    ...(asTask && { asTask }),
  };
}

function toAnswer(question: OpenQuestion, result: ElicitResult, number: number): Answer {
  const about = { message: patternFor(question.message), action: result.action, times: 1, number };
  if (question.mode === "url") {
    return result.action === "accept" ? { ...about, url: patternFor(question.link.url) } : about;
  }
  const schema = schemaDigest(question.requestedSchema);
  if (result.action !== "accept") return { ...about, schema };
  const given = isObject(result.content) ? result.content : {};
  const secret = new Set(question.secretFields);
  const content = {};
  const ask: string[] = [];
  for (const field of question.schema.fields) {
    const value = member(given, field.name);
    const isSecret = secret.has(field.name) || isSecretName(field.name);
    if (value === undefined) {
      // Otherwise the default would be sent, which the user has removed.
      if ("default" in field) setMember(content, field.name, null);
    } else if (isSecret) ask.push(field.name);
    else setMember(content, field.name, value);
  }
  return { ...about, content, schema, ...(ask.length > 0 && { ask }) };
}
