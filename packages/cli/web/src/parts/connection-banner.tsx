import { useConsole } from "../context.js";
import type { ConnectionState } from "../data/console-store.js";
import { useIsBridge } from "../hooks/use-is-bridge.js";
import { t } from "../messages/text.js";

/** What has happened, and what it means for the user. */
type Words = Partial<Record<ConnectionState, readonly [string, string]>>;

const OF_CONSOLE: Words = {
  lost: [
    t("The console does not respond."),
    t(
      "This page keeps trying to reconnect, and keeps what you have typed. If you have ended the console in the terminal, start it again.",
    ),
  ],
  refused: [
    t("This console has ended."),
    t(
      "A new console, or another program, answers here now. Open the new address, which is in the terminal, in this tab. What you have typed here is kept.",
    ),
  ],
  paused: [
    t("This tab is paused,"),
    t("because the console is open in several tabs. It resumes when you return to it."),
  ],
};

/** A bridge ends with its host, and its page with it. The next one that has to ask opens a page of its own. */
const OF_BRIDGE: Words = {
  lost: [
    t("The bridge that served this page has ended."),
    t(
      "Its host may have ended it. The next question opens a page of its own. You can close this one.",
    ),
  ],
  refused: [
    t("This page is no longer valid."),
    t("The next question opens another one. You can close this one."),
  ],
  paused: [
    t("This tab is paused,"),
    t("because this page is open in several tabs. It resumes when you return to it."),
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
