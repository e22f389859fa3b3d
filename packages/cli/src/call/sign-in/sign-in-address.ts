import { inspectUrl, type UrlInspection } from "midcall/client";

/** The address of a page to sign in, with its registrable domain marked, and named in the warnings about it. */
export async function inspectSignIn(url: string): Promise<UrlInspection> {
  const { registrableDomain } = await import("midcall/client/domains");
  return inspectUrl(url, { registrableDomain, allowPrivate: () => true });
}
