import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";

/** After this many milliseconds in its place, a card can have been noticed in any case. */
const NOTICED_MS = 1000;
/** Nobody reacts faster to what has appeared: an earlier input was meant for something else. */
const REACTION_MS = 250;
const MODIFIERS = ["Alt", "Control", "Meta", "Shift"];

/** The click that a key makes comes within this many milliseconds. */
const KEY_MS = 100;

/** Tells whether an input can have been meant for the answering buttons of a card. */
export interface MeantInput {
  /** Whether the pointer can answer: false for a moment after the card has appeared or moved. */
  readonly ready: boolean;
  readonly isMeant: (click: MouseEvent) => boolean;
}

export const MeantInputContext = createContext<MeantInput>({ ready: true, isMeant: () => true });

/** Handlers for the element of a card. */
export interface MeantInputHandlers {
  readonly onKeyDownCapture: (event: KeyboardEvent) => void;
  readonly onKeyUpCapture: (event: KeyboardEvent) => void;
  readonly onInput: (event: SyntheticEvent) => void;
  readonly onPointerDownCapture: () => void;
  readonly onClickCapture: (event: MouseEvent) => void;
  readonly onSubmitCapture: (event: SyntheticEvent) => void;
}

/**
 * Guards the answering buttons of a card against a click, a double click or a key that was meant for what was in this
 * place before. A key counts after a second, and only once the user has paused. The rules are those of `useIntent` in
 * `midcall/react`, which guards midcall's questions, for a question that came by itself: change both.
 *
 * @param place - what is above the card, and what the card shows; with another value, the card has moved or changed
 */
export function useMeantInput(place: string): readonly [MeantInput, MeantInputHandlers] {
  // A new object for each place.
  const appearance = useMemo(
    () => ({
      place,
      at: Infinity,
      pressed: false,
      clicked: false,
      /** Whether a key has counted. */
      keyed: false,
      lastKey: -Infinity,
      /** When the key was pressed or released that does not count. */
      strayKey: -Infinity,
    }),
    [place],
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
    // Also outside of the card: a pointer that comes from there was not on the button.
    document.addEventListener("pointermove", look, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointermove", look, true);
    };
  }, [appearance]);
  const ready = noticed === appearance;
  return useMemo(() => {
    const hasPaused = (timeStamp: number): boolean =>
      timeStamp - Math.max(appearance.at, appearance.lastKey) >= REACTION_MS;
    return [
      {
        ready,
        // Without a pointer, a click comes from the keyboard or from assistive technology.
        isMeant: ({ detail, timeStamp }) =>
          ready &&
          (detail === 0
            ? timeStamp - appearance.strayKey > KEY_MS
            : appearance.pressed && appearance.clicked) &&
          timeStamp >= appearance.at,
      },
      {
        onKeyDownCapture({ key, repeat, timeStamp }) {
          if (MODIFIERS.includes(key)) return;
          const seen = timeStamp - appearance.at >= NOTICED_MS && hasPaused(timeStamp);
          const counts = appearance.keyed || (!repeat && seen);
          // Space clicks when it is released.
          if (key === " " && !(repeat && counts))
            appearance.strayKey = counts ? -Infinity : Infinity;
          else if (key === "Enter") appearance.strayKey = repeat || !counts ? timeStamp : -Infinity;
          if (!repeat && key !== "Enter") appearance.keyed ||= counts;
          appearance.lastKey = timeStamp;
        },
        onKeyUpCapture({ key, timeStamp }) {
          if (key === " ") appearance.strayKey = Math.min(appearance.strayKey, timeStamp);
        },
        // Not while it is captured: what is rendered then would reset the field before its own handler reads it.
        onInput({ timeStamp }) {
          if (hasPaused(timeStamp)) setNoticed(appearance);
        },
        onPointerDownCapture() {
          if (ready) appearance.pressed = true;
        },
        onClickCapture({ detail }) {
          // The second click of a double click counts only if the first one was here.
          if (detail === 1 && ready) appearance.clicked = true;
        },
        onSubmitCapture(event) {
          if (ready && event.timeStamp - appearance.strayKey > KEY_MS) return;
          event.preventDefault();
          event.stopPropagation();
        },
      },
    ];
  }, [appearance, ready]);
}
