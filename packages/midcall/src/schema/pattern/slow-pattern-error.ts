import { MidcallError } from "../../contracts/errors.js";

/**
 * A pattern of a Standard Schema can take the engine's own matcher very long: such a schema checks an answer with
 * it, and a host could stop the server with one text of a few dozen characters.
 *
 * @example
 * ```ts
 * z.string().regex(/^(\w+\s?)*$/); // refused: one word can be cut into words in very many ways
 * z.string().regex(/^\w+(\s\w+)*$/); // says the same, and is found or not in one way
 * ```
 */
export class SlowPatternError extends MidcallError {
  static readonly code = "ERR_MIDCALL_PATTERN_SLOW";
  override readonly code = "ERR_MIDCALL_PATTERN_SLOW";
  /** Name of the field. */
  readonly field: string;
  /** The pattern, as it was given. */
  readonly source: string;

  /** @param why - it is known to be slow, or cannot be read and may be */
  constructor(field: string, source: string, why: 0 | "unreadable" = 0) {
    const pattern = `The pattern ${JSON.stringify(source.slice(0, 200))} of the field ${JSON.stringify(field.slice(0, 80))}`;
    super(
      why === "unreadable"
        ? `${pattern} is too long or uses syntax that midcall does not read (octal escapes, set notation, inline flags), so that nobody ` +
            "knows how long checking a short text could take. Write it in simpler syntax, or check the answer in code."
        : `${pattern} can match the same text in very many ways, ` +
            "so that checking a short text could take the server hours. Write it so that there is one way for each text " +
            "(/^\\w+(\\s\\w+)*$/ instead of /^(\\w+\\s?)*$/), or check the answer in code.",
    );
    this.field = field;
    this.source = source;
  }
}
