import { randomBytes } from "node:crypto";
import { release } from "node:os";

/** So many addresses are tried. */
const TRIES = 5;
/** The address that every computer has, and every program and page knows. */
const SHARED = "127.0.0.1";

/**
 * Listens at an address of this computer that no page in the browser can have known before: a random one of 127.0.0.0/8.
 * Whoever had a port of 127.0.0.1 earlier may have left a service worker or cached files there, which the browser still
 * uses, and sets cookies that it sends to every port. At another address the browser has nothing of others.
 *
 * It is 127.0.0.1 where the system has no other one (macOS), and where the user's browser reaches this computer through
 * that one alone: on Windows, for a program in WSL, and on another computer, over SSH.
 *
 * @param listen - listens at any free port of this host; called again with other hosts if it rejects, and with 127.0.0.1 if the
 *   system has no other (`EADDRNOTAVAIL`)
 *
 * @example
 * ```ts
 * const server = createServer(answer);
 * const host = await listenAtOwnAddress((host) => new Promise<string>((resolve, reject) => {
 *   server.once("error", reject).listen(0, host, () => resolve(host));
 * }));
 * ```
 */
export async function listenAtOwnAddress<T>(listen: (host: string) => Promise<T>): Promise<T> {
  if (isBrowserElsewhere(process.env, release())) return listen(SHARED);
  for (let tries = 1; ; tries += 1) {
    try {
      return await listen(randomAddress());
    } catch (error) {
      // Another user can use up the ports, and so must not get a page at an address that they know.
      if ((error as NodeJS.ErrnoException).code === "EADDRNOTAVAIL") return listen(SHARED);
      if (tries === TRIES) throw error;
    }
  }
}

/** Whether the browser of the user gets here through a forwarded port of 127.0.0.1. */
export function isBrowserElsewhere(env: NodeJS.ProcessEnv, system: string): boolean {
  return Boolean(env["SSH_CONNECTION"]) || isWsl(env, system);
}

/** Whether this is WSL, where programs of Windows connect, too, which Linux does not list. */
export function isWsl(env: NodeJS.ProcessEnv, system: string): boolean {
  return Boolean(env["WSL_DISTRO_NAME"]) || /microsoft/i.test(system);
}

/** One of 16 million; never one that has a meaning. */
function randomAddress(): string {
  for (;;) {
    const bytes = [...randomBytes(3)];
    const [first] = bytes;
    const isReserved = bytes.every((byte) => byte === first && (byte === 0 || byte === 255));
    const address = `127.${bytes.join(".")}`;
    if (!isReserved && address !== SHARED) return address;
  }
}
