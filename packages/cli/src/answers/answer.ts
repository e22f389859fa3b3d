/** One entry of an answers file. */
export interface Answer {
  /** The message of the question; `*` matches any text. */
  readonly message: string;
  readonly action: "accept" | "decline" | "cancel";
  /** The values of the form's fields. */
  readonly content?: Readonly<Record<string, unknown>> | undefined;
  /** The URL that may be accepted; `*` matches any text after the host. */
  readonly url?: string | undefined;
  /** The digest of the form that the answer was given to; `undefined` for any form. */
  readonly schema?: string | undefined;
  /** Fields that were left out because they seem to ask for a secret. Until they are filled in, the entry is not used. */
  readonly ask?: readonly string[] | undefined;
  /** How many questions the entry may answer. */
  readonly times: number;
  /** The position in the file, from 1. */
  readonly number: number;
}
