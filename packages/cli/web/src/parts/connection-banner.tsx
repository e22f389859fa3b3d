import { useConsole } from "../context.js";
import type { ConnectionState } from "../data/console-store.js";
import { useIsBridge } from "../hooks/use-is-bridge.js";

/** What has happened, and what it means for the user. */
type Words = Partial<Record<ConnectionState, readonly [string, string]>>;

const OF_CONSOLE: Words = {
  lost: [
    "The console does not respond.",
    "This page keeps trying to reconnect, and keeps what you have typed. If you have ended the console in the terminal, start it again.",
  ],
  refused: [
    "The console was started again.",
    "Open its new address, which is in the terminal, in this tab. What you have typed here is kept.",
  ],
  paused: [
    "This tab is paused,",
    "because the console is open in several tabs. It resumes when you return to it.",
  ],
};

/** A bridge ends with its host. The next one that has to ask serves the page. */
const OF_BRIDGE: Words = {
  lost: [
    "The bridge that served this page has ended.",
    "Its host may have ended it. Leave this page open: it reconnects when a server asks again, and keeps what you have typed.",
  ],
  refused: [
    "This page is no longer valid.",
    "The next question opens another one. You can close this one.",
  ],
  paused: [
    "This tab is paused,",
    "because this page is open in several tabs. It resumes when you return to it.",
  ],
};

/** Shown over the page while the connection is lost or paused. The page does not move. */
export function ConnectionBanner(): React.ReactNode {
  const connection = useConsole((snapshot) => snapshot.connection);
  const words = useIsBridge() ? OF_BRIDGE : OF_CONSOLE;
  const [what, meaning] = words[connection] ?? [];
  return (
    <div role="status">
      {what && (
        <p className="banner">
          <strong>{what}</strong> {meaning}
        </p>
      )}
    </div>
  );
}
