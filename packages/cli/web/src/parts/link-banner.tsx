import { useConsole } from "../context.js";

/** Says that the console is away, for as long as it is. */
export function LinkBanner(): React.ReactNode {
  const link = useConsole((snapshot) => snapshot.link);
  return (
    <div role="status">
      {link === "lost" && (
        <p className="banner">
          <strong>The console does not answer.</strong> This page tries again by itself. If it was
          ended in the terminal, start it again and open the new address.
        </p>
      )}
    </div>
  );
}
