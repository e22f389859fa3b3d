/** Shown when the page has no valid token. */
export function Locked(): React.ReactNode {
  return (
    <main className="locked">
      <h1>Open the complete address</h1>
      <p>
        The address that the console printed contains a password after <code>#</code>. It prevents
        other pages and other users from using your servers. Go to the terminal in which the console
        is running, and open that address.
      </p>
      <p>
        If the console is open in another tab, open its links from there: Ctrl-click, or the middle
        mouse button.
      </p>
      <p className="muted">
        To start a console: <code>midcall console</code>. A page of <code>midcall bridge</code>{" "}
        opens by itself when a server asks: its address works once.
      </p>
    </main>
  );
}
