import { fileURLToPath } from "node:url";
import { accept, createInbox, decline, type Inbox } from "midcall/client";

/** The command that starts the example server on stdio. */
export function exampleServer(...args: string[]): { command: string; args: string[] } {
  const file = fileURLToPath(new URL("../all.js", import.meta.url));
  return { command: process.execPath, args: [file, ...args] };
}

/**
 * Makes a call with a callback that answers immediately. A real host has a UI instead: `inbox.mount()`,
 * `inbox.getSnapshot()`, `inbox.respond(id, result)`.
 */
export async function demonstrate(call: (inbox: Inbox) => Promise<unknown>): Promise<void> {
  const inbox = createInbox({
    onElicitation: (params, { server }) => {
      console.log(`${server} asks: ${params.message}`);
      if (params.mode === "url") return decline();
      return accept({ name: "Ada", email: "ada@example.com", days: ["sat"] });
    },
  });
  console.log(JSON.stringify(await call(inbox), undefined, 2));
}
