/** The tool with which the model passes an answer on. */
export const RELAY_TOOL = "midcall_relay_answer";
