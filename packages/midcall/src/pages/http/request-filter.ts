import type { Attempts } from "../flows/attempts.js";
import type { PagesLogger } from "../logger.js";
import { createAddressWatch, type AddressWatch } from "./address-watch.js";
import { isLoopbackAddress, type Base } from "./base.js";
import type { Replies } from "./replies.js";

/** The options and services of a {@link RequestFilter}. */
export interface FilterServices {
  readonly base: Base;
  readonly attempts: Attempts;
  readonly logger: PagesLogger;
  /** Requests per minute allowed for one address. */
  readonly perAddress: number;
  /** Option `alsoHosts` of the pages. */
  readonly alsoHosts: readonly string[];
  /** Option `clientAddress` of the pages. */
  readonly clientAddress: ((request: Request) => string | undefined) | undefined;
}

/** Refuses requests before any page sees them: wrong host, from the network to a loopback server, or too many. */
export class RequestFilter {
  readonly #services: FilterServices;
  readonly #hosts: ReadonlySet<string>;
  readonly #watchAddress: AddressWatch;
  /** How the address of a request for these pages begins. */
  readonly #ownStart: string;
  #warnedOfHost = false;

  constructor(services: FilterServices) {
    const { base, alsoHosts, perAddress, clientAddress, logger } = services;
    this.#services = services;
    this.#ownStart = `${base.origin}/`;
    this.#hosts = new Set([base.host, ...alsoHosts].map((host) => this.#normalize(host)));
    this.#watchAddress = createAddressWatch(base, perAddress, clientAddress !== undefined, logger);
  }

  /**
   * The response to a request that is refused; `undefined` for all others.
   *
   * @param replies - in the language of the request
   */
  async refusal(
    request: Request,
    socket: string | undefined,
    replies: Replies,
  ): Promise<Response | undefined> {
    const { base, attempts, clientAddress } = this.#services;
    const { url } = request;
    // An address that begins with ours needs no parsing to know its host.
    const urlHost = url.startsWith(this.#ownStart) ? base.host : new URL(url).host;
    const host = request.headers.get("host") ?? base.host;
    // A foreign name that resolves to this server: DNS rebinding, or a proxy that is not configured.
    const foreign = this.#isForeign(urlHost) ? urlHost : this.#isForeign(host) ? host : undefined;
    if (foreign !== undefined) {
      this.#warnOfHost(foreign);
      return replies.refuse(421);
    }
    if (!base.secure && socket !== undefined && !isLoopbackAddress(socket)) {
      return replies.refuse(403);
    }
    this.#watchAddress(request, socket);
    const visitor =
      clientAddress?.(request) ?? (base.secure ? socket : (unguessable(request) ?? socket));
    const wait = await attempts.byAddress(visitor);
    return wait === undefined ? undefined : replies.tooManyRequests(wait);
  }

  #isForeign(host: string): boolean {
    return host !== this.#services.base.host && !this.#hosts.has(this.#normalize(host));
  }

  /** Some proxies include the default port. */
  #normalize(host: string): string {
    const lower = host.toLowerCase();
    return this.#services.base.secure ? lower.replace(/:443$/, "") : lower;
  }

  #warnOfHost(host: string): void {
    if (this.#warnedOfHost) return;
    this.#warnedOfHost = true;
    const { base, logger } = this.#services;
    logger.warn(
      `midcall pages: refused a request for the host ${JSON.stringify(host.slice(0, 100))}, because the pages are at ${base.host}. ` +
        "If your proxy uses that name for this server, add it to alsoHosts. This is reported once.",
    );
  }
}

/**
 * What nobody can guess of a request: the token of a link, the `state` of a trip, or the id of a page that wants proof. On this
 * machine all visitors have one address, and what they know is all that tells them apart: others cannot use up the requests of
 * the user whose link it is.
 */
function unguessable({ url, headers }: Request): string | undefined {
  return /(?<![\w-])[\w-]{43}(?![\w-])/.exec(headers.get("midcall-challenge") ?? url)?.[0];
}
