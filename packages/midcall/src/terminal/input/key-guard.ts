import type { KeyPress } from "./key-press.js";

/**
 * Holds back the keys that were not meant for the prompt they would reach: those typed before it was on the screen, those
 * of a paste, and the repeats of a key that is held down.
 */
export interface KeyGuard {
  /**
   * Begins a prompt.
   *
   * @param needsQuiet - passes no key until nothing has been typed for a moment
   * @param refusesRepeat - passes the key that ended the prompt before only if it does not come again within a moment
   */
  begin(needsQuiet: boolean, refusesRepeat: boolean): void;
  /** Must be called for all input that arrives. Returns whether it is held back. */
  receive(): boolean;
  /** Passes a key on, now or after a moment, or drops it. */
  press(key: KeyPress, pass: () => void): void;
  /** Ends the prompt. */
  end(): void;
  /** Forgets everything: nothing is held back until the next prompt begins. */
  reset(): void;
}

/**
 * How long nothing must be typed, in milliseconds. Longer than the time between two repeats of a key that is held down,
 * and shorter than it takes to read a prompt.
 */
const QUIET_MS = 150;

/** @param onListen - called when keys begin to pass */
export function createKeyGuard(onListen: () => void): KeyGuard {
  /** Runs while nothing passes. */
  let quiet: ReturnType<typeof setTimeout> | undefined;
  /** The last key of this prompt, and of the one before. */
  let last: string | undefined;
  let lastBefore: string | undefined;
  /** A key that may be a repeat of `lastBefore`. */
  let held: { readonly name: string; readonly pass: () => void } | undefined;
  let heldTimer: ReturnType<typeof setTimeout> | undefined;

  const listen = (): void => {
    quiet = undefined;
    onListen();
  };
  const waitForQuiet = (): void => {
    clearTimeout(quiet);
    quiet = setTimeout(listen, QUIET_MS);
  };
  const passHeld = (): void => {
    const { pass } = held ?? {};
    forgetHeld();
    pass?.();
  };
  const forgetHeld = (): void => {
    clearTimeout(heldTimer);
    held = undefined;
  };
  const stop = (): void => {
    clearTimeout(quiet);
    quiet = undefined;
    forgetHeld();
  };

  return {
    begin(needsQuiet, refusesRepeat) {
      if (!refusesRepeat) lastBefore = undefined;
      if (needsQuiet) return waitForQuiet();
      // Once the prompt has been written.
      setImmediate(onListen);
    },
    receive() {
      if (quiet) waitForQuiet();
      return quiet !== undefined;
    },
    press(key, pass) {
      const name = key.name ?? key.sequence ?? "";
      if (quiet) return;
      if (held?.name === name) {
        forgetHeld();
        return waitForQuiet();
      }
      passHeld();
      const deliver = (): void => {
        last = name;
        pass();
      };
      if (name !== lastBefore) {
        lastBefore = undefined;
        return deliver();
      }
      lastBefore = undefined;
      held = { name, pass: deliver };
      heldTimer = setTimeout(passHeld, QUIET_MS);
    },
    end() {
      stop();
      lastBefore = last;
      last = undefined;
    },
    reset() {
      stop();
      last = lastBefore = undefined;
    },
  };
}
