import {
  createInbox,
  type ElicitResult,
  type Inbox,
  type InboxOptions,
} from "../../src/client/index.js";
import {
  mountTerminal,
  type MountTerminalOptions,
  type TerminalMount,
} from "../../src/terminal/index.js";
import { createFakeTty, type FakeTty, KEYS } from "./tty.js";

export { KEYS };

export interface Lab extends FakeTty {
  readonly inbox: Inbox;
  readonly mount: TerminalMount;
  /** Has a server ask; resolves with what it gets. */
  ask(params: object, server?: string, signal?: AbortSignal): Promise<ElicitResult>;
  /** Reads page after page, until that is on the screen and a prompt takes keys. */
  readsTo(text: string): Promise<void>;
  /** Asks for one field. */
  askFor(field: object, required?: boolean): Promise<ElicitResult>;
}

export const form = (properties: object, required: readonly string[] = []): object => ({
  type: "object",
  properties,
  required,
});

/** An inbox with a terminal on it, in this process. Every answer is reviewed, unless `terminal` says otherwise. */
export function createLab(
  options: {
    readonly inbox?: InboxOptions;
    readonly terminal?: MountTerminalOptions;
    readonly columns?: number;
    readonly rows?: number;
    /** Something between the terminal and the inbox. */
    readonly wrap?: (inbox: Inbox) => Inbox;
  } = {},
): Lab {
  const tty = createFakeTty({ columns: options.columns ?? 80, rows: options.rows ?? 40 });
  const inbox = createInbox(options.inbox);
  const { input, output } = tty;
  const mount = mountTerminal(options.wrap?.(inbox) ?? inbox, {
    input,
    output,
    review: "always",
    ...options.terminal,
  });
  const ask: Lab["ask"] = (params, server = "Bistro", signal) =>
    inbox.handle(params, { server, signal });
  const readsTo: Lab["readsTo"] = async (text) => {
    const prompt = new RegExp(
      `Space[^]{1,9}or[^]{1,9}Enter[^]{1,9}shows[^]{1,9}more|[◆▲*x] +${text}`,
    );
    while ((await tty.sees(prompt))[0].startsWith("Space")) tty.press(KEYS.space);
  };
  return {
    ...tty,
    inbox,
    mount,
    ask,
    readsTo,
    askFor: (field, required = false) =>
      ask({ message: "Please.", requestedSchema: form({ x: field }, required ? ["x"] : []) }),
  };
}
