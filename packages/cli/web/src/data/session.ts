import { hrefOf } from "../route.js";

const KEY = "midcall-token";

/** The part of the address after `#`, as `name=value`. */
function fromFragment(name: string): string | undefined {
  const [, value] = new RegExp(`[#&]${name}=([\\w-]{1,200})`).exec(location.hash) ?? [];
  return value;
}

/** Whether the address has a password in it that was not read yet. */
export function hasPassword(): boolean {
  return fromFragment("ticket") !== undefined || fromFragment("token") !== undefined;
}

/** Out of the address, so that it is in no history and no screenshot; what stays is where to begin. */
function clearFragment(): void {
  const id = fromFragment("server");
  const start = hrefOf(
    id === undefined ? { screen: "servers" } : { screen: "server", id, tab: "tools" },
  );
  history.replaceState(null, "", start);
}

async function redeem(ticket: string): Promise<string | undefined> {
  const response = await fetch("/api/ticket", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ticket }),
  });
  if (!response.ok) return undefined;
  const { token } = (await response.json()) as { token: string };
  return token;
}

/** The password of this console: from the address, or from before a reload of this tab. */
export async function readToken(): Promise<string | undefined> {
  const ticket = fromFragment("ticket");
  const given = fromFragment("token");
  if (hasPassword()) clearFragment();
  const token = given ?? (ticket === undefined ? undefined : await redeem(ticket));
  if (token !== undefined) sessionStorage.setItem(KEY, token);
  return token ?? sessionStorage.getItem(KEY) ?? undefined;
}
