import { isObject } from "../../json.js";
import { RequestError } from "../errors.js";
import type { RootView } from "../views/api-types.js";
import { isUrl } from "../../is-url.js";

const MOST_ROOTS = 50;
const LONGEST_URI = 4_000;
const LONGEST_NAME = 200;

/**
 * Reads roots that the user has entered.
 *
 * @throws RequestError that says which one is wrong
 */
export function readRoots(value: unknown): readonly RootView[] {
  if (!Array.isArray(value)) throw new RequestError(400, '"roots" must be a list.');
  if (value.length > MOST_ROOTS) {
    throw new RequestError(400, `A server can have at most ${MOST_ROOTS} roots.`);
  }
  return value.map((root: unknown) => {
    const { uri, name } = isObject(root) ? root : { uri: undefined, name: undefined };
    if (!isFileUri(uri)) {
      const shown = typeof uri === "string" ? `“${uri.slice(0, 100)}”` : "A root";
      throw new RequestError(
        400,
        `${shown} is not a file:// URI, such as file:///home/ann/project.`,
      );
    }
    if (name !== undefined && (typeof name !== "string" || name.length > LONGEST_NAME)) {
      throw new RequestError(400, `The name of a root has at most ${LONGEST_NAME} characters.`);
    }
    return { uri, ...(name && { name }) };
  });
}

/** Roots from a file; `undefined` unless all of them are valid. */
export function readSavedRoots(value: unknown): readonly RootView[] | undefined {
  try {
    return readRoots(value);
  } catch {
    return undefined;
  }
}

const isFileUri = (uri: unknown): uri is string =>
  typeof uri === "string" && uri.length <= LONGEST_URI && /^file:\/\//i.test(uri) && isUrl(uri);
