import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasScreen, openPage } from "midcall/open-page";
import { createGuard } from "../../console/access/guard.js";
import { createApp } from "../../console/app.js";
import { createParts } from "../../console/create-parts.js";
import { listen } from "../../console/listen.js";
import { PAGE_FOLDER, readPageFiles } from "../../console/page-files.js";
import { connectServer } from "../../connect/connect-server.js";
import type { Asker } from "../relay/asker.js";
import type { Members } from "../wire/messages.js";

/** Where the bridge asks: the console's page with the questions of this bridge. */
export interface OwnPage extends Asker {
  close(): Promise<void>;
}

export interface OwnPageOptions {
  /** The name of the server, for the user. */
  readonly server: string;
  readonly stateDir: string;
  /** Opens a URL in the user's browser, which works once. Default: the default browser, where there is a screen. */
  readonly open?: ((url: string) => Promise<void>) | undefined;
  /** Tells the user where to answer if no browser can be opened. */
  readonly print: (line: string) => void;
  readonly onError: (error: unknown) => void;
}

/** A page that was closed may be opened again for so long before another one is opened for the next question. */
const GRACE_MS = 5_000;

/** Starts the page's server. The page is opened with the first question. */
export async function createOwnPage(options: OwnPageOptions): Promise<OwnPage> {
  const { server, print, onError } = options;
  const files = await readPageFiles(PAGE_FOLDER);
  const stateDir = await mkdtemp(join(tmpdir(), "midcall-bridge-"));
  const parts = await createParts({
    ...{ stateDir, graceMs: GRACE_MS, policy: undefined, connectServer, onError },
  });
  // Questions wait for the user from the start: the page is opened for them.
  const unmount = parts.inbox.mount();
  let port = 0;
  const guard = createGuard(randomBytes(16).toString("base64url"), () => port);
  const listener = await listen(createApp(parts, guard, files, onError).fetch, 0);
  ({ port } = listener);

  let opening: Promise<void> | undefined;
  const open = async (): Promise<void> => {
    const over = new AbortController();
    const url = `http://127.0.0.1:${port}/#ticket=${guard.ticket(() => over.abort())}`;
    if (options.open !== undefined) return options.open(url);
    const title = "midcall bridge";
    const result = hasScreen() ? await openPage(url, { title, over: over.signal }) : "failed";
    if (result !== "started") print(`${server} has a question. Open ${url}`);
  };

  return {
    async ask(params, { call, signal, untilDone }) {
      if (!parts.openPages.isAnyOpen) {
        await (opening ??= open().finally(() => (opening = undefined)));
      }
      const handle = untilDone ? parts.inbox.handleUntilDone : parts.inbox.handle;
      const origin = { server, signal, ...(call && { call: call as never }) };
      return (await handle(params, origin)) as unknown as Members;
    },
    complete: (elicitationId) => parts.inbox.complete(server, elicitationId),
    async close() {
      unmount();
      await parts.close(() => listener.close());
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}
