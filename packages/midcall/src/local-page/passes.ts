import { isToken, randomToken } from "../pages/flows/keys.js";

/** How long a browser may take to follow a redirect or a link, in milliseconds. */
const PASS_MS = 2 * 60_000;
/** Most that are open; then the oldest ends. */
const MOST_OPEN = 100;

interface Pass {
  readonly question: string;
  readonly browser: string;
  readonly until: number;
}

/**
 * Lets a browser load the page of a question once without its cookie. Another program can have any cookie removed by setting many
 * at another port of the address, and must not keep the user from the page so.
 */
export class Passes {
  readonly #open = new Map<string, Pass>();

  /** @param question - the token of its page. @param browser - the key that its forms are bound to */
  issue(question: string, browser: string): string {
    const pass = randomToken();
    const [oldest] = this.#open.keys();
    if (this.#open.size >= MOST_OPEN) this.#open.delete(oldest!);
    this.#open.set(pass, { question, browser, until: performance.now() + PASS_MS });
    return pass;
  }

  /** The browser that the pass was issued for. It is used up. */
  redeem(given: string | undefined, question: string): string | undefined {
    const pass = isToken(given) ? this.#open.get(given) : undefined;
    if (pass?.question !== question) return undefined;
    this.#open.delete(given!);
    return performance.now() < pass.until ? pass.browser : undefined;
  }
}
