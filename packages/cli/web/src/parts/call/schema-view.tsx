/** The schema of a tool's arguments, for those who write them by hand. */
export function SchemaView({ schema }: { readonly schema: unknown }): React.ReactNode {
  if (schema === undefined) return <p className="hint">Its schema is too large to be shown.</p>;
  return (
    <details className="schema">
      <summary>Schema of the arguments</summary>
      <pre className="code" dir="ltr" tabIndex={0} role="region" aria-label="Schema">
        {JSON.stringify(schema, undefined, 2)}
      </pre>
    </details>
  );
}
