import { openSync } from "node:fs";
import { join } from "node:path";
import { isatty, ReadStream, WriteStream } from "node:tty";
import { createAuditTrail } from "midcall/audit";
import { createFileSink } from "midcall/audit/file";
import { createInbox } from "midcall/client";
import { mountTerminal } from "midcall/terminal";
import { openInBrowser } from "../../call/open-in-browser.js";
import { openStateDir } from "../../console/state-dir.js";
import { UsageError } from "../../errors.js";
import { terminalMessages } from "../../terminal-language.js";
import type { Members } from "../wire/messages.js";
import type { Desk, DeskOptions } from "./connect-desk.js";

const DEVICE = "/dev/tty";

/**
 * Asks on the terminal from which the bridge, or its host, was started. A question whose caller gives up is withdrawn.
 *
 * @param interrupt - ends the bridge; called for Ctrl-C, pressed twice
 * @throws UsageError when there is no terminal
 */
export async function createTerminalDesk(
  { stateDir, server, onError }: Pick<DeskOptions, "stateDir" | "server" | "onError">,
  interrupt: () => void,
): Promise<Desk> {
  const messages = await terminalMessages();
  const { input, output, release } = openTerminal();
  const state = await openStateDir(join(stateDir, "bridge"));
  const sink = createFileSink({ path: join(state.path, "audit.jsonl"), onError });
  const trail = createAuditTrail({ sink, onError });
  const inbox = createInbox({
    audit: { record: (event) => trail.record(event) },
    open: (url) => openInBrowser(url),
    urlSafety: { domains: () => import("midcall/client/domains") },
    onError,
  });
  const mounted = mountTerminal(inbox, {
    ...{ input, output, messages },
    onInterrupt: interrupt,
  });
  return {
    async ask(params, { call, signal, untilDone }) {
      const handle = untilDone ? inbox.handleUntilDone : inbox.handle;
      const named = call && { method: call.method, name: call.name };
      const answer = await handle(params, { server, signal, ...(named && { call: named }) });
      return answer as unknown as Members;
    },
    complete: (elicitationId) => inbox.complete(server, elicitationId),
    async close() {
      mounted.unmount();
      release();
      await inbox.saved();
      await trail.flush();
      await sink.close();
    },
  };
}

/** The terminal of this process: its own streams, or the device, where a host has them. @throws UsageError */
function openTerminal() {
  const { stdin, stderr } = process;
  if (stdin.isTTY && stderr.isTTY) return { input: stdin, output: stderr, release: () => {} };
  try {
    const [reading, writing] = [openSync(DEVICE, "r"), openSync(DEVICE, "w")];
    if (!isatty(reading)) throw new Error("not a terminal");
    const input = new ReadStream(reading);
    const output = new WriteStream(writing);
    const release = (): void => {
      input.destroy();
      output.destroy();
    };
    return { input, output, release };
  } catch (cause) {
    throw new UsageError(
      "--ui terminal needs a terminal, and the host has started the bridge without one. Use --ui browser.",
      { cause },
    );
  }
}
