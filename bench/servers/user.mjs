/**
 * The user behind every request, as a token check in front of the server would return it. `clientId` is the
 * application, and `extra.sub` is the user.
 */
export const USER = {
  token: "bench",
  clientId: "bench-host",
  scopes: [],
  extra: { sub: "user-1" },
};
