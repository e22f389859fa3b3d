import { useConsole } from "../context.js";

/** Shown while the connection to the console is lost or paused. */
export function ConnectionBanner(): React.ReactNode {
  const connection = useConsole((snapshot) => snapshot.connection);
  return (
    <div role="status">
      {connection === "lost" && (
        <p className="banner">
          <strong>The console does not respond.</strong> This page keeps trying to reconnect, and
          keeps what you have typed. If you have ended the console in the terminal, start it again.
        </p>
      )}
      {connection === "refused" && (
        <p className="banner">
          <strong>The console was started again.</strong> Open its new address, which is in the
          terminal, in this tab. What you have typed here is kept.
        </p>
      )}
      {connection === "paused" && (
        <p className="banner">
          <strong>This tab is paused,</strong> because the console is open in several tabs. It
          resumes when you return to it.
        </p>
      )}
    </div>
  );
}
