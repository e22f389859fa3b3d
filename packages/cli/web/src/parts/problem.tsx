/** What went wrong, said aloud once. */
export function Problem({ text }: { readonly text: string | undefined }): React.ReactNode {
  return <div role="alert">{text !== undefined && <p className="problem words">{text}</p>}</div>;
}
