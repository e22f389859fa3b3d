/** A character, or a mark that represents a long pasted text. It is inserted, skipped and removed as a unit. */
export interface Piece {
  readonly shown: string;
  readonly means: string;
}

/** The piece for a single character. */
export function pieceOf(character: string): Piece {
  return { shown: character, means: character };
}

/** The longest word that is skipped or removed at once, because the prompt redraws itself for every character. */
const LONGEST_WORD = 1000;
const kindOf = ({ shown }: Piece): string =>
  /^\s/.test(shown) ? "space" : /^\w/.test(shown) ? "word" : "other";

/** The index at which a run of pieces of one kind ends. */
function endOfRun(pieces: readonly Piece[], from: number, by: 1 | -1, kind: string): number {
  const next = (place: number): Piece | undefined => pieces[by > 0 ? place : place - 1];
  let place = from;
  for (let one = next(place); one && kindOf(one) === kind; one = next(place)) {
    if (Math.abs(place - from) === LONGEST_WORD) break;
    place += by;
  }
  return place;
}

/** The start of the word before the cursor. */
export function wordBefore(pieces: readonly Piece[], at: number): number {
  const end = endOfRun(pieces, at, -1, "space");
  return end === 0 ? 0 : endOfRun(pieces, end, -1, kindOf(pieces[end - 1]!));
}

/** The end of the word after the cursor, with the spaces that follow it. */
export function wordAfter(pieces: readonly Piece[], at: number): number {
  if (at === pieces.length) return at;
  return endOfRun(pieces, endOfRun(pieces, at, 1, kindOf(pieces[at]!)), 1, "space");
}
