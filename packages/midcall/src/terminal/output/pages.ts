import type { Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { widthOf, wrapText } from "./wrap-text.js";

/**
 * Writes no more than fits on the screen before the user has pressed a key: what is beyond that waits, so that nothing scrolls away
 * unread. What is written before a prompt, and the prompt, are counted together.
 */
export interface Pages {
  /** Writes a text that ends with a line feed, or has it wait for the next page. */
  put(text: string): void;
  /** Whether something waits, or the prompt does not fit below what is on the screen. */
  isFull(promptRows: number): boolean;
  /** How many characters wait. */
  left(): number;
  /** Writes the next page. */
  turn(): void;
  /** The user has pressed a key: all that is on the screen can have been read. */
  read(): void;
  /** Forgets what waits. */
  drop(): void;
  /** How many rows a prompt may take on a page of its own. */
  room(): number;
  /** The same below what is on the screen. */
  free(): number;
}

interface Piece {
  readonly text: string;
  readonly rows: number;
}

/** How many columns the words take that say how to read on. */
const WORDS_COLUMNS = 80;

export function createPages(
  stream: Writable & { readonly columns: number; readonly rows: number },
): Pages {
  let used = 0;
  let waiting: Piece[] = [];
  const room = (): number =>
    Math.max(1, stream.rows - 1 - Math.ceil(WORDS_COLUMNS / stream.columns));
  const write = ({ text, rows }: Piece): void => {
    used += rows;
    stream.write(text);
  };
  const turn = (): void => {
    used = 0;
    const fitting = waiting.findIndex((_, index) => {
      const rows = waiting.slice(0, index + 1).reduce((sum, piece) => sum + piece.rows, 0);
      return rows > room();
    });
    const page = fitting < 0 ? waiting : waiting.slice(0, Math.max(1, fitting));
    waiting = waiting.slice(page.length);
    page.forEach(write);
  };
  return {
    put(text) {
      for (const piece of piecesOf(text, stream.columns, room())) {
        if (waiting.length === 0 && used + piece.rows <= room()) write(piece);
        else waiting.push(piece);
      }
    },
    isFull: (promptRows) => waiting.length > 0 || (used > 0 && used + promptRows > room()),
    left: () => waiting.reduce((sum, { text }) => sum + plain(text).trim().length, 0),
    turn,
    read: () => void (used = 0),
    drop: () => void (waiting = []),
    room,
    free: () => room() - used,
  };
}

const plain = (text: string): string => stripVTControlCharacters(text);

/** A text with the rows that it takes. One that takes more than a page is cut into its rows. */
function piecesOf(text: string, columns: number, room: number): Piece[] {
  const rows = plain(text)
    .split("\n")
    .slice(0, -1)
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0);
  if (rows <= room) return [{ text, rows }];
  return wrapText(plain(text).replace(/\n$/, ""), columns - 1).map((line) => ({
    text: `${line}\n`,
    rows: 1,
  }));
}
