/** Consumes one code point of set number `arg`. */
export const SET = 0;
/** Goes on both at the next instruction and `arg` further. */
export const SPLIT = 1;
/** Goes on `arg` further. */
export const JUMP = 2;
/** `^` */
export const START = 3;
/** `$` */
export const END = 4;
/** `\b` */
export const WORD_EDGE = 5;
/** `\B` */
export const NOT_WORD_EDGE = 6;

/**
 * One state of the automaton. Distances are relative, so that a run of instructions means the same
 * wherever it is copied; running off the end of the program is the match.
 */
export interface Instruction {
  readonly op: number;
  readonly arg: number;
}

/** A code point, a range with both ends included, or a native expression for single code points. */
export type SetItem = number | readonly [low: number, high: number] | RegExp;

export interface CodePointSet {
  readonly items: readonly SetItem[];
  readonly negated: boolean;
}

export interface Program {
  /** What each instruction does, and with what: arrays of numbers, because the simulation lives here. */
  readonly ops: Uint8Array;
  readonly args: Int32Array;
  /** Sets written alike are one set. */
  readonly sets: readonly CodePointSet[];
  /** The most steps that one code point of the input, or its end, can cost. */
  readonly size: number;
}
