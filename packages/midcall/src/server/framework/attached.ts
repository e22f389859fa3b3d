import { createNotes } from "../../internal/memory/notes.js";
import { AttachError } from "../errors.js";

/** The `createElicitation` that each server is attached by. */
const owners = createNotes<object, object>();

/**
 * Notes that a server is attached, once it is.
 *
 * @param owner - stands for one `createElicitation`
 */
export function noteAttached(server: object, owner: object): void {
  owners.set(server, owner);
}

/** @throws AttachError when the server is attached already */
export function assertNotAttached(server: object, owner: object): void {
  const before = owners.get(server);
  if (before === undefined) return;
  throw new AttachError(
    before === owner
      ? "This server is already attached. Attach each server once."
      : "This server is already attached, by another createElicitation. Make one for all servers of the program, and use " +
          "its attach and handler alone.",
  );
}
