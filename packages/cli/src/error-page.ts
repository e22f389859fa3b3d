/** Where the pages of the error codes are, one for each code. */
const PAGES = "https://github.com/midcall/midcall/blob/main/docs/errors";

/** The address of the page that explains an error code. */
export function errorPage(code: string): string {
  return `${PAGES}/${code}.md`;
}

/** The line that leads to the page of an error with a code of midcall's; for any other error, nothing. */
export function moreAbout(error: unknown): readonly string[] {
  const { code } = error as { readonly code?: unknown };
  return typeof code === "string" && code.startsWith("ERR_MIDCALL_")
    ? [`More: ${errorPage(code)}`]
    : [];
}
