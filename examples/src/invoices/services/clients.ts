/**
 * The clients of the authorization server. They are "native": an app on this machine may use any port, so redirect URIs
 * are compared without the port.
 */
export const CLIENTS = {
  /** The pages of the invoices server, which only identify the user. */
  pages: { id: "invoices-pages" },
  /** The invoices server, which uses accounts and introspects the tokens it receives. */
  server: { id: "invoices", secret: "a secret between the two demonstrations" },
  /** A host that connects to the invoices server. */
  host: { id: "assistant", redirectUri: "http://127.0.0.1/back" },
} as const;
