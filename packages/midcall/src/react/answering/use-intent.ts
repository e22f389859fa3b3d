import {
  type KeyboardEvent,
  type PointerEvent,
  type MouseEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import type { Intent } from "./intent-context.js";

/** After this many milliseconds on the screen, a control can have been noticed in any case. */
const NOTICED_MS = 500;
/** Nobody reacts faster to what has appeared: an earlier movement was meant for something else. */
const REACTION_MS = 250;
/** The click that a key makes comes within this many milliseconds. */
const KEY_MS = 100;

/** Handlers for the element around the controls. */
export interface IntentHandlers {
  readonly onKeyDownCapture: (event: KeyboardEvent) => void;
  readonly onInputCapture: () => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onClickCapture: (event: MouseEvent) => void;
}

/**
 * Guards the controls that accept something against an input that was meant for what was there before.
 *
 * - A click counts once the user has done something in the question since the controls appeared there: moved the pointer
 *   over it, typed or chosen something. A pointer that rests counts after half a second.
 * - The second click of a double click never counts if the first one came before.
 * - A click without a pointer (from the keyboard or assistive technology) counts.
 * - Enter does not count while it is held, or as the first key after the controls appeared.
 *
 * @param step - identifies what is shown; with another value, other controls have appeared
 * @param place - the same for where it is shown
 */
export function useIntent(step: unknown, place: unknown): readonly [Intent, IntentHandlers] {
  const appearance = useMemo(
    () => ({ at: Infinity, clicked: false, strayEnter: -Infinity, step, place }),
    [step, place],
  );
  const [noticed, setNoticed] = useState<object>();
  useLayoutEffect(() => {
    appearance.at = performance.now();
    const timer = setTimeout(() => setNoticed(appearance), NOTICED_MS);
    return () => clearTimeout(timer);
  }, [appearance]);
  const ready = noticed === appearance;
  return useMemo(() => {
    const act = (): void => setNoticed(appearance);
    return [
      {
        ready,
        meant: ({ detail, timeStamp }) =>
          detail === 0
            ? timeStamp - appearance.strayEnter > KEY_MS
            : ready && appearance.clicked && timeStamp >= appearance.at,
      },
      {
        onKeyDownCapture({ key, target, repeat, timeStamp }) {
          const enter = key === "Enter" && !(target instanceof HTMLTextAreaElement);
          const stray = enter && (repeat || !ready);
          appearance.strayEnter = stray ? timeStamp : -Infinity;
          if (!enter && !repeat) act();
        },
        onInputCapture: act,
        onPointerMove({ pointerType, timeStamp }) {
          // A finger does not move before it presses.
          if (pointerType !== "touch" && timeStamp - appearance.at >= REACTION_MS) act();
        },
        onClickCapture({ detail }) {
          if (detail === 1 && ready) appearance.clicked = true;
        },
      },
    ];
  }, [appearance, ready]);
}
