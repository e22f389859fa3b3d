import { randomBytes } from "node:crypto";
import type { Id } from "./messages.js";

/** Makes ids that nobody can guess who has not got one. */
export class OwnIds {
  readonly #prefix = `midcall-${randomBytes(12).toString("base64url")}-`;
  #count = 0;

  next(): Id {
    this.#count += 1;
    return `${this.#prefix}${this.#count}`;
  }

  /** Whether it is one of these, or could be one. */
  has(id: unknown): boolean {
    return typeof id === "string" && id.startsWith(this.#prefix);
  }
}
