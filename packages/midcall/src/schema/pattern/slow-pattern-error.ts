import { MidcallError } from "../../contracts/errors.js";

/**
 * A pattern of a Standard Schema can take the engine's own matcher very long. The library checks answers with
 * that matcher, so a host could block the server with a text of a few dozen characters.
 *
 * @example
 * ```ts
 * z.string().regex(/^(\w+\s?)*$/); // rejected: one word can be split in very many ways
 * z.string().regex(/^\w+(\s\w+)*$/); // means the same, with one way to match
 * ```
 */
export class SlowPatternError extends MidcallError {
  static readonly code = "ERR_MIDCALL_PATTERN_SLOW";
  override readonly code = "ERR_MIDCALL_PATTERN_SLOW";
  /** Name of the field. */
  readonly field: string;
  /** The pattern, as it was given. */
  readonly source: string;

  /** @param why - `0` if it is known to be slow, `unreadable` if it cannot be analysed and may be slow */
  constructor(field: string, source: string, why: 0 | "unreadable" = 0) {
    const pattern = `The pattern ${JSON.stringify(source.slice(0, 200))} of the field ${JSON.stringify(field.slice(0, 80))}`;
    super(
      why === "unreadable"
        ? `${pattern} is too long or uses syntax that midcall cannot analyse (octal escapes, set notation, inline flags), so ` +
            "checking a short text could take very long. Use simpler syntax, or check the answer in code."
        : `${pattern} can match the same text in very many ways, ` +
            "so checking a short text could take hours. Rewrite it so that each text matches in one way " +
            "(/^\\w+(\\s\\w+)*$/ instead of /^(\\w+\\s?)*$/), or check the answer in code.",
    );
    this.field = field;
    this.source = source;
  }
}
