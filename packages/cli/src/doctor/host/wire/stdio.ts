import type { Readable, Writable } from "node:stream";
import type { Session } from "../session.js";
import { LONGEST_MESSAGE, readMessage, type Send } from "./message.js";

/** Serves one host, a message on each line. Resolves when the host closes the input. */
export async function serveLines(
  session: Session,
  input: Readable,
  output: Writable,
): Promise<void> {
  // A host that has gone away reads no more.
  output.on("error", () => {});
  const send: Send = (message) => {
    output.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  let rest = "";
  input.setEncoding("utf8");
  try {
    for await (const chunk of input as AsyncIterable<string>) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      if (rest.length > LONGEST_MESSAGE) throw new Error("A message of the host is too long.");
      for (const line of lines) {
        if (line.trim() === "") continue;
        const message = readMessage(line);
        if (message !== undefined) session.receive(message, send);
        else send({ id: null, error: { code: -32700, message: "Parse error" } });
      }
    }
  } finally {
    session.close();
  }
}
