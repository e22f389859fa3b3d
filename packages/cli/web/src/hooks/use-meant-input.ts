import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type SyntheticEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";

/** After this many milliseconds in its place, a card can have been noticed in any case. */
const NOTICED_MS = 500;
/** Nobody reacts faster to what has appeared: an earlier movement was meant for something else. */
const REACTION_MS = 250;
const MODIFIERS = ["Alt", "Control", "Meta", "Shift"];

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
  readonly onInput: () => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onClickCapture: (event: MouseEvent) => void;
  readonly onSubmitCapture: (event: SyntheticEvent) => void;
}

/**
 * Guards the answering buttons of a card as midcall's questions guard theirs: against a click, a double click or a key
 * that was meant for what was in this place before.
 *
 * @param place - what is above the card, and what the card shows; with another value, the card has moved or changed
 */
export function useMeantInput(place: string): readonly [MeantInput, MeantInputHandlers] {
  // A new object for each place.
  const appearance = useMemo(() => ({ place, at: Infinity, clicked: false }), [place]);
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
        // Without a pointer, a click comes from the keyboard or from assistive technology.
        isMeant: ({ detail, timeStamp }) =>
          ready && (detail === 0 || appearance.clicked) && timeStamp >= appearance.at,
      },
      {
        onKeyDownCapture({ key, repeat }) {
          if (key !== "Enter" && !repeat && !MODIFIERS.includes(key)) act();
        },
        // Not while it is captured: what is rendered then would reset the field before its own handler reads it.
        onInput: act,
        onPointerMove({ pointerType, timeStamp }) {
          // A finger does not move before it presses.
          if (pointerType !== "touch" && timeStamp - appearance.at >= REACTION_MS) act();
        },
        onClickCapture({ detail }) {
          // The second click of a double click counts only if the first one was here.
          if (detail === 1 && ready) appearance.clicked = true;
        },
        onSubmitCapture(event) {
          if (ready) return;
          event.preventDefault();
          event.stopPropagation();
        },
      },
    ];
  }, [appearance, ready]);
}
