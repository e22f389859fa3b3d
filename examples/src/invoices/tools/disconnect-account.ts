import { principalOf, SERVER, text, type Tools } from "./kit.js";

/** Disconnects the account, here and at the service. */
export const disconnectAccount: Tools = ({ elicitation, pages }, server) => {
  server.registerTool(
    "disconnect_account",
    { title: "Disconnect", description: "Disconnects the user's account for customers." },
    elicitation.handler(async (ctx) => {
      const account = { principal: principalOf(ctx), server: SERVER, provider: "accounts" };
      if ((await pages.tokens.get(account)) === undefined) return text("No account is connected.");
      const told = await pages.tokens.revoke(account);
      return text(
        told
          ? "Disconnected; the service has withdrawn the permission."
          : "Disconnected here. The service could not be told.",
      );
    }),
  );
};
