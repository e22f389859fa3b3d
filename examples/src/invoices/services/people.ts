/** The people of the demonstration. Nobody needs a password: who you are is a choice on the sign-in page. */
export const PEOPLE = [
  { id: "alice", name: "Alice Example", billingKey: "billing-key-of-alice" },
  { id: "bob", name: "Bob Example", billingKey: "billing-key-of-bob" },
] as const;

export type Person = (typeof PEOPLE)[number];

export function personOf(id: string): Person | undefined {
  return PEOPLE.find((person) => person.id === id);
}
