/** What a secret is, for messages and audit. */
export type SecretKind =
  | "password"
  | "PIN"
  | "API key"
  | "token"
  | "secret key"
  | "recovery phrase"
  | "payment card"
  | "bank account"
  | "national ID"
  | "one-time code"
  | "credentials";
