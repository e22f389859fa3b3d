/** The schema of a tool's arguments, for entering them as JSON. */
export function SchemaView({ schema }: { readonly schema: unknown }): React.ReactNode {
  if (schema === undefined) return <p className="hint">The schema is too large to be shown.</p>;
  return (
    <details className="schema">
      <summary>Schema</summary>
      <pre className="code" dir="ltr" tabIndex={0} role="region" aria-label="Schema">
        {JSON.stringify(schema, undefined, 2)}
      </pre>
    </details>
  );
}
