/**
 * The programs the authorization server knows. They are "native": an app on this machine may be on any
 * port, so redirect URIs are compared without it.
 */
export const CLIENTS = {
  /** The pages of the invoices server, which only want to know who has opened them. */
  pages: { id: "invoices-pages" },
  /** The invoices server, which wants to use accounts and to look up the tokens it is shown. */
  server: { id: "invoices", secret: "a secret between the two demonstrations" },
  /** A host: some assistant that connects to the invoices server. */
  host: { id: "assistant", redirectUri: "http://127.0.0.1/back" },
} as const;
