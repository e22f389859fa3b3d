/** The SDK alone on 2025 sessions: the same guard handler, called again by the SDK's own shim. */
import { createGuardFactory } from "./guard-tools.mjs";
import { listen } from "./listen.mjs";
import { readOptions } from "./options.mjs";
import { USER } from "./user.mjs";
import { createSessions } from "./sessions.mjs";

const options = readOptions();
listen(createSessions(createGuardFactory(options), USER), options);
