/*
 * What an inbox needs once there is a question. This is most of the code, so the inbox loads it asynchronously when it
 * is created, and a page does not have to wait for it.
 */
export { createAsk } from "./ask.js";
export { createRefusalAudit } from "./refusal-audit.js";
export { createReader } from "./reading/read-question.js";
export { createResponder } from "./respond.js";
