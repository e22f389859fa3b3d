import {
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import type { Intent } from "./intent-context.js";

/** After this many milliseconds on the screen, a control can have been noticed in any case. */
const NOTICED_MS = 1000;
/** Nobody reacts faster to what has appeared: an earlier input was meant for something else. */
const REACTION_MS = 250;
/** The click that a key makes comes within this many milliseconds. */
const KEY_MS = 100;
const MODIFIER = /^(Alt|AltGraph|Control|Meta|Shift)$/;

/** When a question was last removed that the user had not ended. */
let vanishedAt = -Infinity;

/** Handlers for the element around the controls. */
export interface IntentHandlers {
  readonly onKeyDownCapture: (event: KeyboardEvent) => void;
  readonly onKeyUpCapture: (event: KeyboardEvent) => void;
  readonly onInput: (event: FormEvent) => void;
  readonly onPointerDownCapture: () => void;
  readonly onClickCapture: (event: MouseEvent) => void;
}

/**
 * Guards the controls that end a question (those that accept it, “Decline” and “Not now”) or set a rule for its server
 * against an input that was meant for what was there before. `useMeantInput` in the console's page has the same rule for pointers: change both.
 *
 * - A click counts once the user has done something since the controls appeared there: moved the pointer somewhere else
 *   than over a button, typed or chosen something. A pointer that stays on the button counts after a second, and so does a
 *   finger. In both cases the button has to be pressed after that.
 * - The second click of a double click never counts if the first one came before.
 * - A click without a pointer or a key (from assistive technology) counts.
 * - Space and Enter count at once for a question that the user expects: one of a call that the user has started, if no
 *   question was removed just before that the user had not ended. For others they count after a second, and only once
 *   the user has paused: a user who goes on typing has not seen the question.
 * - Enter does not count while it is held, or as the first key after the controls appeared, for a second.
 *
 * @param id - of the question
 * @param step - identifies what is shown; with another value, other controls have appeared
 * @param place - the same for where it is shown
 * @param isOwn - whether the user has started the call that asks
 * @param isUnended - whether what the user has done did not end the question: the answer was rejected, or is asked about
 */
export function useIntent(
  id: string,
  step: unknown,
  place: unknown,
  isOwn: boolean,
  isUnended: boolean,
): readonly [Intent, IntentHandlers] {
  const appearance = useMemo(
    () => ({
      at: Infinity,
      pressed: false,
      clicked: false,
      /** Whether a key has counted. */
      keyed: false,
      lastKey: -Infinity,
      /** When the Space or Enter was pressed or released that does not count. */
      strayKey: -Infinity,
      step,
      place,
    }),
    [step, place],
  );
  const [noticed, setNoticed] = useState<object>();
  useLayoutEffect(() => {
    appearance.at = performance.now();
    const notice = (): void => setNoticed(appearance);
    const timer = setTimeout(notice, NOTICED_MS);
    const look = ({ pointerType, timeStamp, target }: PointerEvent): void => {
      // A finger does not move before it presses.
      if (pointerType === "touch" || timeStamp - appearance.at < REACTION_MS) return;
      if (!(target instanceof Element && target.closest("button"))) notice();
    };
    // Also outside of the question: a pointer that comes from there was not on the button.
    document.addEventListener("pointermove", look, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointermove", look, true);
    };
  }, [appearance]);
  const question = useMemo(() => ({ id, isMounted: false, isEnded: false }), [id]);
  useLayoutEffect(() => {
    question.isMounted = true;
    return () => {
      question.isMounted = false;
      // React mounts again at once in its strict mode; that removes nothing.
      queueMicrotask(() => {
        if (!question.isEnded && !question.isMounted) vanishedAt = performance.now();
      });
    };
  }, [question]);
  useLayoutEffect(() => {
    if (isUnended) question.isEnded = false;
  }, [question, isUnended]);
  const ready = noticed === appearance;
  return useMemo(() => {
    // Not once, when it appeared: the question before is removed at the same moment.
    const isExpected = (): boolean => isOwn && appearance.at - vanishedAt > NOTICED_MS;
    const hasPaused = (timeStamp: number): boolean =>
      timeStamp - Math.max(appearance.at, appearance.lastKey) >= REACTION_MS;
    const act = (timeStamp: number): void => {
      if (isExpected() || hasPaused(timeStamp)) setNoticed(appearance);
    };
    return [
      {
        ready,
        meant: ({ detail, timeStamp }) => {
          const isMeant =
            detail === 0
              ? timeStamp - appearance.strayKey > KEY_MS
              : ready && appearance.pressed && appearance.clicked && timeStamp >= appearance.at;
          question.isEnded ||= isMeant;
          return isMeant;
        },
      },
      {
        onKeyDownCapture({ key, target, repeat, timeStamp }) {
          if (MODIFIER.test(key)) return;
          const enter = key === "Enter" && !(target instanceof HTMLTextAreaElement);
          const space = key === " " && target instanceof HTMLButtonElement;
          const seen = timeStamp - appearance.at >= NOTICED_MS && hasPaused(timeStamp);
          const counts =
            appearance.keyed || (!repeat && (seen || (isExpected() && (!enter || ready))));
          if (enter) appearance.strayKey = repeat || !counts ? timeStamp : -Infinity;
          // Space clicks when it is released.
          else if (space && !(repeat && counts))
            appearance.strayKey = counts ? -Infinity : Infinity;
          if (!repeat && !enter) {
            appearance.keyed ||= counts;
            act(timeStamp);
          }
          appearance.lastKey = timeStamp;
        },
        onKeyUpCapture({ key, timeStamp }) {
          if (key === " ") appearance.strayKey = Math.min(appearance.strayKey, timeStamp);
        },
        // Not while it is captured: what is rendered then would reset the field before its own handler reads it.
        onInput: ({ timeStamp }) => act(timeStamp),
        onPointerDownCapture() {
          if (ready) appearance.pressed = true;
        },
        onClickCapture({ detail }) {
          if (detail === 1 && ready) appearance.clicked = true;
        },
      },
    ];
  }, [appearance, question, ready, isOwn]);
}
