import { digest } from "../state/canonical-json.js";
import { DuplicateQuestionError } from "../errors.js";
import type { CausalPosition } from "./causal-line.js";
import type { Draft, Question } from "../elicitation/question.js";

/** The keys of the questions of one run. */
export interface QuestionKeys {
  /**
   * The key of a question: the author's name for it, or one made of what the person sees and of the causal
   * line it stands on.
   *
   * @param standing The calls that came before it in its branch.
   * @param isHeldTurn Whether it is asked in the very turn of an answer that had been kept back: by a branch, then,
   * that may have waited in line behind that question to ask the same.
   * @throws DuplicateQuestionError when it could not be told apart from one that waits for its answer
   */
  keyOf(
    draft: Draft,
    standing: Pick<CausalPosition, "line" | "beside">,
    isHeldTurn: boolean,
  ): string;
  /**
   * The question is put before the person.
   *
   * @throws DuplicateQuestionError when one in the same words is before the person already
   */
  opened(question: Question): void;
  /** The handler has the answer. */
  closed(question: Question): void;
  /** Forgets all, for a run from the start. */
  rewind(): void;
}

export function createQuestionKeys(): QuestionKeys {
  const names = new Set<string>();
  const asked = new Map<string, number>();
  /** Places of questions without a name that wait for their answer, by key. One with a name is told apart by it. */
  const waiting = new Map<string, string>();
  /** Digests of those among them that are before the person. */
  const open = new Map<string, string>();

  return {
    keyOf(draft, { line, beside }, isHeldTurn) {
      if (draft.name !== undefined) {
        if (names.has(draft.name)) {
          throw new DuplicateQuestionError(
            `The key "${draft.name}" names two questions of one call. Give each its own, for instance with an index in it.`,
          );
        }
        names.add(draft.name);
        return draft.name;
      }
      const placeAt = (line: string): string => digest(`${draft.digest} ${line}`).slice(0, 12);
      const place = placeAt(line);
      if (waiting.size > 0) {
        const taken = new Set(waiting.values());
        if (taken.has(place) || (beside !== line && taken.has(placeAt(beside))))
          throw askedTwice(draft);
      }
      const times = (asked.get(place) ?? 0) + 1;
      if (times > 1 && isHeldTurn) throw askedTwice(draft);
      asked.set(place, times);
      const key = times === 1 ? `${MADE}${place}` : `${MADE}${place}_${times}`;
      waiting.set(key, place);
      return key;
    },
    opened(question) {
      if (question.name !== undefined) return;
      const { key, digest } = question;
      for (const [other, words] of open)
        if (words === digest && other !== key) throw askedTwice(question);
      open.set(key, digest);
    },
    closed({ key }) {
      waiting.delete(key);
      open.delete(key);
    },
    rewind() {
      names.clear();
      asked.clear();
      waiting.clear();
      open.clear();
    },
  };
}

const MADE = "q_";

/** Whether a key is made of what the person sees, and not the author's. */
export function isDerivedKey(key: string): boolean {
  return /^q_[\w-]{12}(_\d+)?$/.test(key);
}

function askedTwice({ message }: Draft): DuplicateQuestionError {
  return new DuplicateQuestionError(
    `"${message.slice(0, 200)}" is asked twice at once and the answers could not be told apart. ` +
      "Give each question a key, or word them differently.",
  );
}
