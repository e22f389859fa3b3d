import { answers } from "./answers.js";
import { bridgedText } from "./bridged-text.js";
import { canonical } from "./canonical.js";
import { formBodies } from "./form-bodies.js";
import type { FuzzTarget } from "./fuzz-target.js";
import { links } from "./links.js";
import { patterns } from "./patterns.js";
import { requestedSchemas } from "./requested-schemas.js";
import { sealing } from "./sealing.js";
import { servedText } from "./served-text.js";
import { stateOpening } from "./states.js";

/** Everything `npm run fuzz` knows. */
export const targets: readonly FuzzTarget[] = [
  sealing,
  stateOpening,
  canonical,
  links,
  patterns,
  formBodies,
  requestedSchemas,
  answers,
  bridgedText,
  servedText,
];
