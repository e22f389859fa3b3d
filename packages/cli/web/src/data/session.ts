import { hrefOf } from "../route.js";
import { redeemTicket } from "./exchange.js";

/** It is good for as long as the program that served this page runs, and is never sent. */
const KEY = "midcall-token";

/** What a token or a ticket is made of. */
const CREDENTIAL = /^[\w-]{1,200}$/;

/** A `name=value` pair of the URL's fragment. */
function fromFragment(name: string): string | undefined {
  const [, value] = new RegExp(`[#&]${name}=([\\w-]{1,200})`).exec(location.hash) ?? [];
  return value;
}

/** Whether the URL contains a token or ticket that has not been read yet. */
export function hasCredential(): boolean {
  return fromFragment("ticket") !== undefined || fromFragment("token") !== undefined;
}

/** Removes the token from the URL, so that it is not in the history or in screenshots. The start screen stays. */
function clearFragment(): void {
  const id = fromFragment("to");
  const start = hrefOf(
    id === undefined ? { screen: "servers" } : { screen: "server", id, tab: "tools" },
  );
  history.replaceState(null, "", start);
}

/** The token: from the URL, or from before this tab was reloaded. */
export async function readToken(): Promise<string | undefined> {
  const ticket = fromFragment("ticket");
  const given = fromFragment("token");
  if (hasCredential()) clearFragment();
  const token = given ?? (ticket === undefined ? undefined : await redeemTicket(ticket));
  if (token !== undefined) sessionStorage.setItem(KEY, token);
  const kept = sessionStorage.getItem(KEY) ?? "";
  return token ?? (CREDENTIAL.test(kept) ? kept : undefined);
}
