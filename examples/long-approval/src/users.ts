/** A person, as your identity provider knows them. */
export interface User {
  readonly name: string;
  readonly mayApprove: boolean;
}

/** Stands for your identity provider: it verifies a token and says whose it is. */
const USERS: ReadonlyMap<string, User> = new Map([
  ["token-of-alice", { name: "alice", mayApprove: false }],
  ["token-of-bob", { name: "bob", mayApprove: true }],
]);

export function userOfToken(request: Request): User | undefined {
  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  return token === undefined ? undefined : USERS.get(token);
}
