/** Shown when the page has no valid token. */
export function Locked({ expired = false }: { readonly expired?: boolean }): React.ReactNode {
  return (
    <main className="locked">
      <h1>{expired ? "This console has ended" : "Open the complete address"}</h1>
      {expired ? (
        <p>
          Go to the terminal in which you have started the console again, and open the new address.
        </p>
      ) : (
        <p>
          The address that the console printed contains a password after <code>#token=</code>. It
          prevents other pages and other users from using your servers. Go to the terminal in which
          the console is running, and open that address.
        </p>
      )}
      <p className="muted">
        To start a console: <code>midcall console</code>
      </p>
    </main>
  );
}
