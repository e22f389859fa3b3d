import { MidcallError } from "../contracts/errors.js";

/** Audit entries were not written. Passed to `onError`, never thrown while a question is answered. */
export class AuditError extends MidcallError {
  static readonly code = "ERR_MIDCALL_AUDIT";
  override readonly code = "ERR_MIDCALL_AUDIT";
  /** How many entries were lost. */
  readonly lost: number;

  constructor(message: string, lost: number, options?: ErrorOptions) {
    super(message, options);
    this.lost = lost;
  }
}
