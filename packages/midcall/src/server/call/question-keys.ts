import { digest } from "../state/canonical-json.js";
import { DuplicateQuestionError } from "../errors.js";
import type { CausalPosition } from "./causal-line.js";
import type { Draft, Question } from "../elicitation/question.js";

/** The keys of the questions of one run. */
export interface QuestionKeys {
  /**
   * The key of a question: the author's own, or one derived from what the user sees and from the causal line it is on.
   *
   * @param position The earlier calls in its branch.
   * @param isHeldTurn Whether it is asked in the same turn in which an answer that was kept back is delivered: the
   *   branch that asks may have waited in a queue behind that question to ask the same.
   * @throws DuplicateQuestionError when it could not be distinguished from a question that waits for its answer
   */
  keyOf(
    draft: Draft,
    position: Pick<CausalPosition, "line" | "beside">,
    isHeldTurn: boolean,
  ): string;
  /**
   * Called when a question is put to the user.
   *
   * @throws DuplicateQuestionError when a question with the same wording is open already
   */
  opened(question: Question): void;
  /** The handler has the answer. */
  closed(question: Question): void;
  /** Forgets everything, for a run from the start. */
  rewind(): void;
}

/** What is known of the questions whose keys are derived. */
interface DerivedKeys {
  /** How often a question was asked at each place. */
  readonly asked: Map<string, number>;
  /** Places of the questions that wait for their answer, by key. */
  readonly waiting: Map<string, string>;
  /** Digests of those among them that have been put to the user, by key. */
  readonly open: Map<string, string>;
}

export function createQuestionKeys(): QuestionKeys {
  // Each is made when first used: on 2025 they stay in memory as long as the question is open.
  let givenKeys: Set<string> | undefined;
  let derived: DerivedKeys | undefined;

  return {
    keyOf(draft, { line, beside }, isHeldTurn) {
      if (draft.givenKey !== undefined) {
        givenKeys ??= new Set();
        if (givenKeys.has(draft.givenKey)) {
          throw new DuplicateQuestionError(
            `The key "${draft.givenKey}" is used by two questions of one call. Give each its own, for instance by adding an index.`,
          );
        }
        givenKeys.add(draft.givenKey);
        return draft.givenKey;
      }
      derived ??= { asked: new Map(), waiting: new Map(), open: new Map() };
      const { asked, waiting } = derived;
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
      const key = times === 1 ? `${DERIVED}${place}` : `${DERIVED}${place}_${times}`;
      waiting.set(key, place);
      return key;
    },
    opened(question) {
      if (question.givenKey !== undefined) return;
      const { key, digest } = question;
      for (const [other, shown] of derived?.open ?? [])
        if (shown === digest && other !== key) throw askedTwice(question);
      derived?.open.set(key, digest);
    },
    closed({ key }) {
      derived?.waiting.delete(key);
      derived?.open.delete(key);
    },
    rewind() {
      givenKeys = undefined;
      derived = undefined;
    },
  };
}

const DERIVED = "q_";

/** Whether a key is derived, and not the author's own. */
export function isDerivedKey(key: string): boolean {
  return /^q_[\w-]{12}(_\d+)?$/.test(key);
}

function askedTwice({ message }: Draft): DuplicateQuestionError {
  return new DuplicateQuestionError(
    `"${message.slice(0, 200)}" is asked twice at the same time, so the answers could not be told apart. ` +
      "Give each question a key, or word them differently.",
  );
}
