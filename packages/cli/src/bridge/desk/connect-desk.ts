import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { cannotAsk } from "midcall/client";
import { withLock } from "../../connect/oauth/vault/lock-file.js";
import { openStateDir, type StateDir } from "../../console/state-dir.js";
import type { AskAbout, Asker } from "../relay/asker.js";
import { isMembers, type Members } from "../wire/messages.js";
import type { DeskPageOptions } from "./desk-page.js";
import {
  assertLength,
  connectToDesk,
  type DeskAddress,
  type RemotePlace,
  serveDesk,
} from "./desk-socket.js";

export interface DeskOptions extends Pick<
  DeskPageOptions,
  "open" | "print" | "onError" | "pageFolder"
> {
  /** midcall's state directory. */
  readonly stateDir: string;
  /** The name of the server, for the user. */
  readonly server: string;
  /** Identifies the server and its account. */
  readonly serverId: string;
}

/** Where a bridge asks. `ask` rejects if a question cannot be asked, for instance because it is too long. */
export interface Desk extends Asker {
  close(): Promise<void>;
}

const FILE = "desk.json";
const LOST = Symbol("lost");
/** More bridges than end one after the other when a host ends: something else is wrong then. */
const MOST_LOSSES = 20;
/** A place that was there for so long is not what was wrong, in milliseconds. */
const SETTLED_MS = 60_000;

/**
 * Connects with the desk, the one page of this user for all bridges. The first bridge that has to ask is the desk; when it
 * ends, another one takes over, and what is open is asked there again. Nothing is started before the first question.
 */
export function connectDesk(options: DeskOptions): Desk {
  return new DeskConnection(options);
}

class DeskConnection implements Desk {
  readonly #options: DeskOptions;
  #place: Promise<RemotePlace> | undefined;
  readonly #closing = new AbortController();

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  async ask(
    params: Members,
    { call, isFirst, account, signal, untilDone }: AskAbout,
  ): Promise<Members> {
    const { server, serverId: linksOf } = this.#options;
    const serverId = [linksOf, account].join(" ");
    const from = { server, serverId, linksOf };
    const question = { params, ...from, isFirst, untilDone, ...(call && { call }) };
    assertLength(question);
    for (let losses = 0; losses < MOST_LOSSES;) {
      if (signal.aborted || this.#closing.signal.aborted)
        return cannotAsk("withdrawn") as unknown as Members;
      const joining = (this.#place ??= this.#join());
      // One that failed is tried again with the next question.
      joining.catch(() => (this.#place = undefined));
      const place = await joining;
      const since = performance.now();
      const answer = await Promise.race([
        place.ask(question, signal),
        place.lost.then((): typeof LOST => LOST),
      ]);
      if (answer !== LOST) return answer;
      if (this.#place === joining) this.#place = undefined;
      losses = performance.now() - since < SETTLED_MS ? losses + 1 : 1;
    }
    throw new Error(`The page was lost ${MOST_LOSSES} times, each within a minute.`);
  }

  complete(elicitationId: string): void {
    const { server, serverId } = this.#options;
    void this.#place
      ?.then((place) => place.complete(server, elicitationId, serverId))
      .catch(() => {});
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#place?.then((place) => place.close()).catch(() => {});
  }

  async #join(): Promise<RemotePlace> {
    const state = await openStateDir(join(this.#options.stateDir, "bridge"));
    // Of several bridges that look for it at the same time, one becomes the desk.
    return withLock(join(state.path, "desk.lock"), async () => {
      const known = readDeskFile(await state.read(FILE).catch(() => undefined));
      const place = known && (await connectToDesk(known).catch(() => undefined));
      return place ?? this.#become(state);
    });
  }

  /** Becomes the desk, in this process. Nothing of the page is in the file: it lives as long as this process. */
  async #become(state: StateDir): Promise<RemotePlace> {
    const { open, print, onError, pageFolder } = this.#options;
    const { startDeskPage } = await import("./desk-page.js");
    const folder = state.path;
    const page = await startDeskPage({ folder, open, print, onError, pageFolder });
    const desk = await serveDesk(folder, page, randomBytes(32).toString("base64url"));
    const { socket, token } = desk;
    await state.write(FILE, { socket, token });
    return {
      ...page,
      lost: new Promise(() => {}),
      close: async () => {
        await this.#forget(state, socket);
        await desk.close();
        await page.close();
      },
    };
  }

  /** Removes the address of this desk, unless another one has taken its place. */
  async #forget(state: StateDir, socket: string): Promise<void> {
    try {
      if (readDeskFile(await state.read(FILE))?.socket === socket) await state.remove(FILE);
    } catch (error) {
      this.#options.onError(error);
    }
  }
}

function readDeskFile(value: unknown): DeskAddress | undefined {
  if (!isMembers(value)) return undefined;
  const { socket, token } = value;
  return typeof socket === "string" && typeof token === "string" ? { socket, token } : undefined;
}
