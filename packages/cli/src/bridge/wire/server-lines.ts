import { longMessageText } from "../../connect/messages/message-limit.js";
import { readJsonLines } from "./json-lines.js";
import { isMembers, type Members } from "./messages.js";
import { endRefused, passOn, type Ways } from "./refused-messages.js";

/** Reads what a server writes to its output. */
export function readServerLines(ways: Ways): (chunk: Buffer) => void {
  return readJsonLines({
    message: (message) => passOn(message, ways),
    isKept: isPlainResult,
    // In a question, a limit of 64 bits is common, and nobody answers with such a number.
    rounds: true,
    refused: (message, why) => endRefused(message, why, ways),
    broken: (why) =>
      ways.onError(new Error(`The server wrote ${why} to its output. It was left out.`)),
    tooLong: (size, id) => {
      const message = longMessageText(size);
      if (id === undefined) ways.onError(new Error(message));
      else ways.on({ jsonrpc: "2.0", id, error: { code: -32_603, message } });
    },
  });
}

/** A result that requires nothing of the user: tools return numbers that only the host's own reader may keep whole. */
function isPlainResult({ result, method }: Members): boolean {
  return method === undefined && isMembers(result) && result["resultType"] !== "input_required";
}
