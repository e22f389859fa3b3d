/** The users of the demonstration. They have no passwords: the sign-in page lets the visitor choose one of them. */
export const USERS = [
  { id: "alice", name: "Alice Example", billingKey: "billing-key-of-alice" },
  { id: "bob", name: "Bob Example", billingKey: "billing-key-of-bob" },
] as const;

export type User = (typeof USERS)[number];

export function userOf(id: string): User | undefined {
  return USERS.find((user) => user.id === id);
}
