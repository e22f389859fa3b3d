/** An error message, announced by screen readers. */
export function Problem({ text }: { readonly text: string | undefined }): React.ReactNode {
  return <div role="alert">{text !== undefined && <p className="problem words">{text}</p>}</div>;
}
