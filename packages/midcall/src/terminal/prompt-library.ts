import * as library from "@clack/prompts";
import { OptionError } from "../contracts/errors.js";

/**
 * A project may have another version for something of its own, where midcall looks for it.
 *
 * @throws OptionError when it lacks what is used
 */
export function checkPromptLibrary(found: object): void {
  if ("S_BAR" in found && "multiline" in found) return;
  throw new OptionError(
    "midcall/terminal needs @clack/prompts 1.9 or later, and an older one is installed here. Run npm i @clack/prompts@^1.9.",
  );
}

checkPromptLibrary(library);

/** `@clack/prompts`, of a version that has what is used of it. */
export const promptLibrary: typeof library = library;
