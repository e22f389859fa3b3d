/** Consumes one code point that is in set number `arg`. */
export const SET = 0;
/** Continues both at the next instruction and at the one `arg` further. */
export const SPLIT = 1;
/** Continues `arg` instructions further. */
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
 * One state of the automaton. Distances are relative, so that instructions can be copied to another position. Reaching
 * the end of the program is a match.
 */
export interface Instruction {
  readonly op: number;
  readonly arg: number;
}

/** A code point, an inclusive range, or a native expression for single code points. */
export type SetItem = number | readonly [low: number, high: number] | RegExp;

export interface CodePointSet {
  readonly items: readonly SetItem[];
  readonly negated: boolean;
}

export interface Program {
  /** The opcode and the argument of each instruction, in typed arrays, because the simulation spends its time here. */
  readonly ops: Uint8Array;
  readonly args: Int32Array;
  /** The sets; those with equal source text are stored once. */
  readonly sets: readonly CodePointSet[];
  /** The maximum number of steps for one code point of the input, or for its end. */
  readonly size: number;
}
