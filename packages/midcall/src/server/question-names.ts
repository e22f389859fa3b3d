import { DuplicateQuestionError } from "./errors.js";
import type { Draft, Question } from "./question.js";

/** The keys of the questions of one run. */
export interface QuestionNames {
  /**
   * The key of a question: the author's name for it, or one made of what the person sees.
   *
   * @throws DuplicateQuestionError when it could not be told apart from one that is open
   */
  keyOf(draft: Draft): string;
  opened(question: Question): void;
  closed(question: Question): void;
  /** Forgets all, for a run from the start. */
  rewind(): void;
}

export function createQuestionNames(): QuestionNames {
  const names = new Set<string>();
  const asked = new Map<string, number>();
  /** Digests of questions without a name; one with a name is told apart by it. */
  const open = new Set<string>();

  return {
    keyOf(draft) {
      if (draft.name !== undefined) {
        if (names.has(draft.name)) {
          throw new DuplicateQuestionError(
            `The key "${draft.name}" names two questions of one call. Give each its own, for instance with an index in it.`,
          );
        }
        names.add(draft.name);
        return draft.name;
      }
      if (open.has(draft.digest)) {
        throw new DuplicateQuestionError(
          `"${draft.message.slice(0, 200)}" is asked twice at once and the answers could not be told apart. ` +
            "Give each question a key, or word them differently.",
        );
      }
      const times = (asked.get(draft.digest) ?? 0) + 1;
      asked.set(draft.digest, times);
      const key = `q_${draft.digest.slice(0, 12)}`;
      return times === 1 ? key : `${key}_${times}`;
    },
    opened({ name, digest }) {
      if (name === undefined) open.add(digest);
    },
    closed({ name, digest }) {
      if (name === undefined) open.delete(digest);
    },
    rewind() {
      names.clear();
      asked.clear();
      open.clear();
    },
  };
}
