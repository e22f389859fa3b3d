import { isObject } from "../internal/is-object.js";
import { OptionError } from "../contracts/errors.js";
import { describeValue } from "../internal/describe-value.js";
import type { Answer, Answers, Responder, ScriptItem } from "./answers.js";
import type { Question } from "./question.js";

/** A running script. */
export interface Script {
  /** Picks the answer to a question; synchronously if the script is data. */
  next(question: Question): Promise<Answer | undefined>;
  /** The names of the items that were never used. */
  leftovers(): string[];
}

type Step = Answer | Responder;

export function createScript(answers: Answers | undefined): Script {
  if (answers === undefined) return createList([]);
  if (typeof answers === "function") return createRepeated(answers, "the function", false);
  if (isList(answers)) return createList(flatten(answers));
  if (isObject(answers)) return createMap(answers as Record<string, ScriptItem>);
  throw new OptionError(
    `"answers" must be a function, a list or a map of answers, not ${describeValue(answers)}.`,
  );
}

function createList(steps: Step[], about = ""): Script {
  let used = 0;
  return {
    next: async (question) => perform(steps[used++], question),
    leftovers: () => steps.slice(used).map((step) => `${about}${describe(step)}`),
  };
}

function createRepeated(step: Step, about: string, mustBeUsed: boolean): Script {
  let used = false;
  return {
    next: async (question) => {
      used = true;
      return perform(step, question);
    },
    leftovers: () => (used || !mustBeUsed ? [] : [`${about}${describe(step)}`]),
  };
}

function createMap(answers: Record<string, ScriptItem>): Script {
  const entries = Object.entries(answers).map(([about, item]) => {
    const name = `for "${about}": `;
    const script = isList(item)
      ? createList(flatten(item), name)
      : createRepeated(checked(item), name, true);
    return { about, script };
  });
  return {
    next: async (question) => {
      const entry =
        entries.find(({ about }) => about === question.key || about === question.message) ??
        entries.find(({ about }) => about !== "" && question.message.includes(about));
      return entry?.script.next(question);
    },
    leftovers: () => entries.flatMap(({ script }) => script.leftovers()),
  };
}

async function perform(step: Step | undefined, question: Question): Promise<Answer | undefined> {
  const answer = typeof step === "function" ? await step(question) : step;
  return answer === undefined ? undefined : checked(answer);
}

function flatten(items: readonly ScriptItem[]): Step[] {
  return items.flatMap((item) => (isList(item) ? flatten(item) : [checked(item)]));
}

function isList(value: unknown): value is readonly ScriptItem[] {
  return Array.isArray(value);
}

function checked<S extends Step>(step: S): S {
  if (typeof step === "function") return step;
  if (isObject(step) && ("action" in step || "kind" in step)) return step;
  throw new OptionError(
    `A scripted answer must be made with accept(), decline(), cancel(), never(), after(), ` +
      `hostError() or rawResult(), or be a function; got ${JSON.stringify(step) ?? String(step)}.`,
  );
}

function describe(step: Step): string {
  if (typeof step === "function") return "a function";
  if (!("action" in step)) return step.kind;
  return step.content === undefined
    ? step.action
    : `${step.action} ${JSON.stringify(step.content)}`;
}
