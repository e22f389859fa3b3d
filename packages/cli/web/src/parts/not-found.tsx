/** The address names a server that is not, or no longer, there. */
export function NotFound(): React.ReactNode {
  return (
    <>
      <h1 tabIndex={-1}>Not found</h1>
      <div className="empty">
        <p>There is no such server, or it was removed.</p>
        <p>
          <a href="#/">All servers</a>
        </p>
      </div>
    </>
  );
}
