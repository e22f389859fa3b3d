import { createInbox, type Inbox, type InboxOptions, type OpenQuestion } from "midcall/client";
import { vi } from "vitest";
import type { ClientLibrary, ConnectedHost, Wire } from "./library.js";
import { startServer } from "./start-server.js";

/** A host under test, connected to the server of another maker. */
export interface TestedHost extends ConnectedHost, AsyncDisposable {
  readonly inbox: Inbox;
  /** The pages that the user has opened. */
  readonly pages: readonly string[];
}

/** An inbox with a UI mounted, and a page opener that only notes. */
export function mountedInbox(options: InboxOptions = {}): { inbox: Inbox; pages: string[] } {
  const pages: string[] = [];
  const inbox = createInbox({ open: (url) => void pages.push(url), ...options });
  inbox.mount();
  return { inbox, pages };
}

/** Connects a host on a library to a new server. */
export async function connectHost(
  library: ClientLibrary,
  wire: Wire,
  { inbox, pages }: { inbox: Inbox; pages: string[] } = mountedInbox(),
): Promise<TestedHost> {
  const server = await startServer(wire);
  try {
    const host = await library.connect(inbox, server.reach, wire);
    let closed: Promise<void> | undefined;
    const close = (): Promise<void> => (closed ??= host.close());
    return {
      ...host,
      inbox,
      pages,
      close,
      async [Symbol.asyncDispose]() {
        try {
          await close();
        } finally {
          await server[Symbol.asyncDispose]();
        }
      },
    };
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
}

/** Waits until the assertions hold. The machine may be busy with other tests. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check);

/** The next question on the screen. */
export function shown(inbox: Inbox): Promise<OpenQuestion> {
  return eventually(() => {
    const [question] = inbox.getSnapshot().showing;
    if (!question) throw new Error("No question is shown.");
    return question;
  });
}

/** Resolves when no question is open. */
export async function nothingOpen(inbox: Inbox): Promise<void> {
  await eventually(() => {
    const { showing, waiting } = inbox.getSnapshot();
    if (showing.length + waiting.length > 0) throw new Error("A question is still open.");
  });
}

/** The error of a rejected promise; fails if it resolves. */
export const errorOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    (value) => {
      throw new Error(`It resolved with ${String(value)}`);
    },
    (error: unknown) => error as Error,
  );
