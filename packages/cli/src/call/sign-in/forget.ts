import { createSignIn } from "../../connect/oauth/sign-in.js";
import { createSignInVault } from "../../connect/oauth/vault/sign-in-vault.js";
import { safeLine } from "../../safe-text.js";
import type { CallOptions } from "../options.js";

/** `midcall call --forget URL`: removes the user's sign-in at a server, and says what happened. */
export async function forgetSignIn({
  target,
  stateDir,
}: Pick<CallOptions, "target" | "stateDir">): Promise<void> {
  // The options require it.
  if (target.kind !== "url") return;
  const vault = createSignInVault(stateDir);
  const what = await createSignIn({ server: target.url, vault }).forget();
  const where = safeLine(target.url, 300);
  console.log(
    what === undefined
      ? `There is no sign-in for ${where}.`
      : `You are signed out of ${where}. ${safeLine(what)}`.trim(),
  );
}
