/**
 * The person behind every request: what a token check in front of the server would have found out.
 * `clientId` names the application and `extra.sub` the person.
 */
export const PERSON = {
  token: "bench",
  clientId: "bench-host",
  scopes: [],
  extra: { sub: "person-1" },
};
