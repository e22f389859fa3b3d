import { MidcallError } from "midcall";

/** The address of the page about an error of midcall's; for any other error, nothing. */
export function docsOf(error: unknown): string | undefined {
  return error instanceof MidcallError ? error.docs : undefined;
}

/** The line that leads to the page of an error. */
export function moreAbout(docs: string | undefined): readonly string[] {
  return docs === undefined ? [] : [`More: ${docs}`];
}
