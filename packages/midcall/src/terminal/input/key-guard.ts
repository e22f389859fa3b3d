import type { KeyPress } from "./key-press.js";
import type { PromptMode } from "./prompt-keys.js";

/** What is known of a prompt that begins. */
export interface GuardedPrompt {
  /** Whether it is the first prompt of a question. */
  readonly isFirst: boolean;
  readonly mode: PromptMode;
}

/**
 * Holds back the keys that were not meant for the prompt they would reach: those typed before it was on the screen or
 * could be read, those of a paste, double presses, and the repeats of a key that is held down.
 *
 * - The first prompt of a question, and every choice by key, takes no key until nothing has been typed for a moment.
 * - That moment is longer for a prompt that has replaced another one by itself, and for a choice by key that is the
 *   first prompt of a question, if the prompt before was on the screen just now. Each key starts it again, up to a limit.
 * - The key that ended the prompt before does not answer this one until it has not been pressed for the longer moment,
 *   or another key has counted.
 */
export interface KeyGuard {
  begin(prompt: GuardedPrompt): void;
  /** Must be called for all input that arrives. Returns whether it is held back. */
  noteInput(): boolean;
  /** Passes a key on, now or after a moment, or drops it. */
  press(key: KeyPress, pass: () => void): void;
  /**
   * Ends the prompt.
   *
   * @param isGone - whether it was ended from outside, not by a key
   */
  end(isGone: boolean): void;
  /** Holds nothing back until the next prompt begins. */
  reset(): void;
}

/** What is called when a prompt begins to take keys. */
export interface KeyGuardEvents {
  /** Keys begin to pass. `all`: this is true of every key; otherwise `onAll` follows. */
  readonly onListen: (all: boolean) => void;
  /** From now on, the key that ended the prompt before passes as well. */
  readonly onAll: () => void;
}

/**
 * How long nothing must be typed, in milliseconds. Longer than the time between two repeats of a key that is held down,
 * and shorter than it takes to read a prompt.
 */
export const QUIET_MS = 150;
/** The same after another prompt. Longer than a double press, and than it takes to notice that a question has changed. */
export const LONG_QUIET_MS = 800;
/** After this time, typing no longer starts the long time again, but the short one. */
export const LONGEST_WAIT_MS = 3000;
/** A prompt that ended less than this time ago was on the screen just now. */
const JUST_NOW_MS = 2000;

/** How the last prompt on an input ended. */
interface PromptEnd {
  readonly isGone: boolean;
  /** The last key that counted in it. */
  readonly key: string | undefined;
  readonly at: number;
}

const lastEnds = new WeakMap<object, PromptEnd>();

/** @param input - prompts on the same input follow one another, whatever program part shows them */
export function createKeyGuard(input: object, { onListen, onAll }: KeyGuardEvents): KeyGuard {
  let began = 0;
  /** How long nothing must be typed; runs while nothing passes. */
  let quietMs = 0;
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let written: ReturnType<typeof setImmediate> | undefined;
  /** The last key of this prompt. */
  let last: string | undefined;
  /** The key that ended the prompt before, as long as it may be pressed by mistake; and the timer until it counts. */
  let refused: string | undefined;
  let refusing: ReturnType<typeof setTimeout> | undefined;
  /** A key that may be a repeat of `refused`. */
  let held: { readonly name: string; readonly pass: () => void } | undefined;
  let heldTimer: ReturnType<typeof setTimeout> | undefined;

  /** The rest of the time, if typing starts it again. */
  const fromNow = (wanted: number): number => {
    const left = began + LONGEST_WAIT_MS - performance.now();
    return Math.max(Math.min(wanted, left), QUIET_MS);
  };
  const listen = (): void => {
    quiet = undefined;
    onListen(refusing === undefined);
  };
  const waitForQuiet = (): void => {
    clearTimeout(quiet);
    quiet = setTimeout(listen, fromNow(quietMs));
  };
  const takesAll = (): void => {
    if (refusing === undefined) return;
    clearTimeout(refusing);
    refusing = undefined;
    if (!quiet) onAll();
  };
  const refuse = (): void => {
    clearTimeout(refusing);
    refusing = setTimeout(takesAll, fromNow(LONG_QUIET_MS));
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
    clearTimeout(refusing);
    clearImmediate(written);
    quiet = refusing = refused = undefined;
    forgetHeld();
  };

  return {
    begin({ isFirst, mode }) {
      stop();
      began = performance.now();
      const before = lastEnds.get(input);
      const isPick = mode === "pick";
      const follows = before !== undefined && began - before.at < JUST_NOW_MS;
      const isReplaced = follows && before.isGone;
      // In other prompts, keys are typed into a text or move in a list, and only Enter answers.
      const isGuarded = follows && (isPick || (isFirst && before.key === "return"));
      refused = isGuarded ? before.key : undefined;
      quietMs = isReplaced || (follows && isFirst && isPick) ? LONG_QUIET_MS : QUIET_MS;
      if (refused !== undefined) refuse();
      if (isReplaced || isFirst || isPick) waitForQuiet();
      // Once the prompt has been written.
      else written = setImmediate(() => onListen(refusing === undefined));
    },
    noteInput() {
      if (quiet) waitForQuiet();
      return quiet !== undefined;
    },
    press(key, pass) {
      const name = key.name ?? key.sequence ?? "";
      if (name === refused && refusing !== undefined) return refuse();
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
      const mayRepeat = name === refused;
      takesAll();
      refused = undefined;
      if (!mayRepeat) return deliver();
      held = { name, pass: deliver };
      heldTimer = setTimeout(passHeld, QUIET_MS);
    },
    end(isGone) {
      stop();
      lastEnds.set(input, { isGone, key: last, at: performance.now() });
      last = undefined;
    },
    reset() {
      stop();
      last = undefined;
    },
  };
}
