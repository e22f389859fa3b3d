import { MidcallError } from "../errors.js";

/** The store holds as much as it was told to and nothing in it has expired. Nothing was written. */
export class StoreFullError extends MidcallError {
  static readonly code = "ERR_MIDCALL_STORE_FULL";
  override readonly code = "ERR_MIDCALL_STORE_FULL";

  constructor(maxEntries: number) {
    super(
      `The memory store is full: it holds ${maxEntries} values and none has expired, so nothing was written. ` +
        "Raise maxEntries, shorten the times to live, or use a durable store.",
    );
  }
}
