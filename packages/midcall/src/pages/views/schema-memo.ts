import type { RequestedSchema } from "../../schema/index.js";
import type { Html } from "./html.js";

/** Most results that are remembered. */
const MAX_RESULTS = 64;
/** Longest schema, as JSON, and longest result that is remembered, in characters. */
const MAX_LENGTH = 16_384;

/**
 * Remembers what follows from a schema alone. A server asks many users the same question, and every page reads it from
 * the store again, so results are found by the text of the schema. Their number and size are bounded.
 */
export class SchemaMemo<T> {
  readonly #sizeOf: (result: T) => number;
  readonly #results = new Map<string, T>();

  /** @param sizeOf - the length of a result in characters */
  constructor(sizeOf: (result: T) => number) {
    this.#sizeOf = sizeOf;
  }

  /**
   * @param use - what the result is for
   * @param schema - `undefined` for a secret that has no schema, whose form is always the same
   * @param make - makes the result from the schema, and from nothing else but what the memo belongs to: the texts of one language
   *   and the address of the pages. Nothing of a visit may be in it.
   */
  get(use: string, schema: RequestedSchema | undefined, make: () => T): T {
    const key = `${use} ${JSON.stringify(schema)}`;
    const known = this.#results.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (key.length <= MAX_LENGTH && this.#sizeOf(made) <= MAX_LENGTH) {
      if (this.#results.size >= MAX_RESULTS) {
        this.#results.delete(this.#results.keys().next().value!);
      }
      this.#results.set(key, made);
    }
    return made;
  }
}

/** A form in HTML, and its errors for the summary. */
export interface FormParts {
  /** The fields and the buttons. */
  readonly inside: Html;
  readonly errors: readonly { readonly message: string; readonly target?: string }[];
  readonly canSubmit: boolean;
}

/** Remembers forms as they are opened, in one language: without anything that a user entered. */
export const createFormMemo = (): SchemaMemo<FormParts> =>
  new SchemaMemo(({ inside }) => inside.toString().length);
