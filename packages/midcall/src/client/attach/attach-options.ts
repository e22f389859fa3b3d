import type { OptionKinds } from "../../internal/assert-options.js";
import type { AttachOptions } from "./types.js";

/** What each option of `inbox.attach` may be. */
export const ATTACH_OPTIONS: OptionKinds<AttachOptions> = {
  server: "any",
  onInput: "function",
  startedBy: "any",
  tasks: "boolean",
  onTask: "function",
  maxRounds: "number",
};
