/** The page without its password: it can do nothing. */
export function Locked({ expired = false }: { readonly expired?: boolean }): React.ReactNode {
  return (
    <main className="locked">
      <h1>{expired ? "This console has ended" : "This page needs its whole address"}</h1>
      {expired ? (
        <p>
          It was started again since, with a new password. Go to the terminal where it runs and open
          the address it printed.
        </p>
      ) : (
        <p>
          The address the console printed has a password after <code>#token=</code>, so that no
          other page or person can use your servers. Go to the terminal where it runs and open that
          address.
        </p>
      )}
      <p className="muted">
        To start a console: <code>midcall console</code>
      </p>
    </main>
  );
}
