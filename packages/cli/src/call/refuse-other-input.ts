import type { AttachOptions } from "midcall/client";
import { safeLine } from "../safe-text.js";

const WHAT: Readonly<Record<string, string>> = {
  "sampling/createMessage": "a text that a model writes",
  "roots/list": "the list of your folders",
};

/** Ends a call that needs input of another kind than questions to the user, and says where it can be given. */
export const refuseOtherInput: NonNullable<AttachOptions["onInput"]> = ({ method }) => {
  const name = safeLine(method, 100);
  const what = Object.hasOwn(WHAT, method) ? `${WHAT[method]} (${name})` : `input (${name})`;
  throw new Error(
    `The tool asked for ${what}, so the call was ended: midcall call answers only questions to a user. Use midcall console, where you can answer sampling and roots by hand.`,
  );
};
