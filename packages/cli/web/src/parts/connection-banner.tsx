import { useConsole } from "../context.js";

/** Says that the console is away, or that this tab is, for as long as it is so. */
export function ConnectionBanner(): React.ReactNode {
  const link = useConsole((snapshot) => snapshot.connection);
  return (
    <div role="status">
      {link === "lost" && (
        <p className="banner">
          <strong>The console does not answer.</strong> This page tries again by itself. If it was
          ended in the terminal, start it again and open the new address.
        </p>
      )}
      {link === "paused" && (
        <p className="banner">
          <strong>This tab is paused.</strong> The console is open in several; this one goes on as
          soon as you come back to it.
        </p>
      )}
    </div>
  );
}
