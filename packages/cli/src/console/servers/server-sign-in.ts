import { inspectUrl } from "midcall/client";
import { displayText } from "midcall/form";
import type { StartedSignIn } from "../../connect/oauth/authorizing/authorize.js";
import type { EnteredClient } from "../../connect/oauth/authorizing/client.js";
import { SignInRequiredError } from "../../connect/oauth/connect-signed-in.js";
import type { SignInOffer } from "../../connect/oauth/authorizing/discover.js";
import { findSignInError } from "../../connect/oauth/find-sign-in-error.js";
import { isSolvedBySigningIn } from "../../connect/oauth/reasons.js";
import { createSignIn, type SignIn } from "../../connect/oauth/sign-in.js";
import type { SignInOptions } from "../../connect/oauth/sign-in-options.js";
import type { Target } from "../../connect/target.js";
import { RequestError } from "../errors.js";
import type { SignInView } from "../views/api-types.js";

/** Options of {@link ServerSignIn}. */
export interface ServerSignInOptions {
  readonly signIn: SignIn;
  onChange(): void;
  /** The user has signed in. */
  onSignedIn(): void;
}

/** The sign-in at a server; `undefined` for a command. */
export function createServerSignIn(
  target: Target,
  {
    onChange,
    onSignedIn,
    ...rest
  }: Omit<ServerSignInOptions, "signIn"> & Omit<SignInOptions, "server">,
): ServerSignIn | undefined {
  if (target.kind !== "url") return undefined;
  const signIn = createSignIn({ server: target.url, ...rest });
  return new ServerSignIn({ signIn, onChange, onSignedIn });
}

/** What the user can enter for a sign-in. */
export interface EnteredSignIn {
  readonly client?: EnteredClient | undefined;
  /** Default: what the server asks for. */
  readonly scopes?: readonly string[] | undefined;
}

/** What the page shows of an address. */
type Place = Pick<SignInView, "at" | "warnings">;

const messageOf = (error: unknown): string =>
  displayText(String((error as Error).message).slice(0, 2_000), { lines: true });

/** The user's sign-in at a server of the console. */
export class ServerSignIn {
  readonly signIn: SignIn;
  readonly #options: ServerSignInOptions;
  #offer: SignInOffer | undefined;
  /** Why the user has to sign in again. */
  #reason: string | undefined;
  #place: Place | undefined;
  #started: StartedSignIn | undefined;
  /** Grows with each attempt; an earlier one that ends late is ignored. */
  #attempt = 0;
  #problem: string | undefined;
  #signedIn: Pick<SignInView, "at" | "warnings" | "scopes"> | undefined;

  constructor(options: ServerSignInOptions) {
    this.#options = options;
    this.signIn = options.signIn;
  }

  view(): SignInView | undefined {
    const offer = this.#offer;
    if (offer && this.#place) {
      const url = this.#started?.url;
      return {
        ...this.#place,
        state: url === undefined ? "needed" : "waiting",
        scopes: offer.scopes.map((scope) => displayText(scope)),
        url,
        reason: this.#reason,
        problem: this.#problem,
        needsClientId: !offer.registers,
      };
    }
    return this.#signedIn && { ...this.#signedIn, state: "signed-in", needsClientId: false };
  }

  /**
   * Remembers where the user has to sign in, if an error says so.
   *
   * @returns whether the user can solve it by signing in
   */
  async require(error: unknown): Promise<boolean> {
    const reason = findSignInError(error, this.signIn.server);
    if (!reason || !isSolvedBySigningIn(reason)) return false;
    const offer =
      error instanceof SignInRequiredError
        ? error.offer
        : await this.signIn.offer(reason.challenge).catch(() => undefined);
    if (!offer) return false;
    this.cancel();
    this.#place = await placeOf(offer.metadata.authorization_endpoint);
    this.#reason = reason.problem === "needed" ? undefined : messageOf(reason);
    this.#offer = offer;
    return true;
  }

  /** The connection works: there is nothing to sign in to, or the user has. */
  async connected(): Promise<void> {
    const record = await this.signIn.current().catch(() => undefined);
    this.cancel();
    this.#offer = undefined;
    this.#signedIn = record && {
      ...(await placeOf(record.metadata.authorization_endpoint)),
      scopes: (record.tokens?.scope ?? "")
        .split(" ")
        .filter(Boolean)
        .map((one) => displayText(one)),
    };
  }

  /**
   * Starts a sign-in that the user has asked for.
   *
   * @param wanted - what the user has entered
   * @returns the address to open
   * @throws RequestError
   */
  async start({ client, scopes }: EnteredSignIn): Promise<string> {
    const offered = this.#offer;
    const offer = offered && { ...offered, scopes: scopes ?? offered.scopes };
    if (!offer) throw new RequestError(409, "There is nothing to sign in to. Connect first.");
    this.cancel();
    const attempt = this.#attempt;
    let started: StartedSignIn;
    try {
      started = await this.signIn.start(offer, client);
    } catch (error) {
      this.#fail(attempt, error);
      throw new RequestError(409, messageOf(error));
    }
    if (attempt !== this.#attempt) {
      started.cancel();
      throw new RequestError(409, "Signing in was cancelled.");
    }
    this.#started = started;
    started.done.then(
      () => {
        if (attempt !== this.#attempt) return;
        this.#started = undefined;
        this.#options.onSignedIn();
      },
      (error: unknown) => this.#fail(attempt, error),
    );
    this.#options.onChange();
    return started.url;
  }

  /** Ends the sign-in that waits for the user, if there is one. */
  cancel(): void {
    this.#attempt += 1;
    this.#problem = undefined;
    this.#started?.cancel();
    this.#started = undefined;
    this.#options.onChange();
  }

  /** Removes the tokens and the registration. @returns what happened */
  async forget(): Promise<string | undefined> {
    this.cancel();
    this.#signedIn = undefined;
    const what = await this.signIn.forget();
    this.#options.onChange();
    return what;
  }

  #fail(attempt: number, error: unknown): void {
    if (attempt !== this.#attempt) return;
    this.#started = undefined;
    this.#problem = messageOf(error);
    this.#options.onChange();
  }
}

/** An address with its registrable domain marked, and without what is specific to one sign-in. */
async function placeOf(address: string): Promise<Place> {
  const { registrableDomain } = await import("midcall/client/domains");
  const url = new URL(address);
  const found = inspectUrl(`${url.origin}${url.pathname}`, {
    registrableDomain,
    allowPrivate: () => true,
  });
  return found.ok
    ? { at: found.parts, warnings: found.warnings.map(({ message }) => message) }
    : { at: { before: "", highlight: displayText(url.host), after: "" }, warnings: [] };
}
