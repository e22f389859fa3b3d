import type { FieldInput } from "../../../src/form/form-types.js";

/**
 * A schema as a real server or generator sends it, with what has to be shown, and what is sent.
 *
 * A field is `name “Label” kind [value: title, …] = default (description)`; a star after the name means required.
 */
export interface ForeignForm {
  readonly from: string;
  readonly name: string;
  readonly schema: unknown;
  /** Why it cannot be shown: the keyword, and a sentence for the server's author. */
  readonly refused?: string;
  readonly shows?: readonly string[];
  /** What the user enters; nothing else is touched. */
  readonly input?: Readonly<Record<string, FieldInput>>;
  readonly sends?: object;
  /** What keeps the input from being sent: field and code. */
  readonly issues?: readonly string[];
  /** What became of keywords: `ignored` (no effect), `unchecked` (left to the server), `unshown` (an optional field). */
  readonly notes?: readonly string[];
}
