import type { SchemaIssue } from "./schema-error.js";

const MAX_NOTES = 50;

/** Collects what a host did with keywords of a foreign schema that it could not use as they are. */
export class Notes {
  readonly list: SchemaIssue[] = [];

  /** A keyword without any effect: the form is that of the same schema without it. */
  ignored(path: string, code: string): void {
    this.#add(path, code, "is not valid or not supported here, and is ignored.");
  }

  /** A keyword that this host does not check. */
  unchecked(path: string, code: string): void {
    this.#add(path, code, "is not checked here: the server will check it.");
  }

  /** What cannot be shown, and why. */
  unshown(path: string, code: string, message: string): void {
    this.#add(path, code, message);
  }

  #add(path: string, code: string, message: string): void {
    if (this.list.length < MAX_NOTES) this.list.push({ path, code, message });
  }
}
