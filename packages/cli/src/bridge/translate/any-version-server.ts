import type { ServerEnd } from "../ends/ends.js";
import {
  type Id,
  isMembers,
  kindOf,
  type Members,
  type Request,
  type Response,
  toMessage,
} from "../wire/messages.js";
import { OwnIds } from "../wire/own-ids.js";
import { As2025 } from "./as-2025.js";
import { As2026 } from "./as-2026.js";
import { inVersionOf } from "./version-of-host.js";
import { type Envelope, envelopeOf, LEGACY, MODERN, withEnvelope } from "./envelope.js";

/** How long a server may take for the first request of 2026-07-28 before the handshake of 2025 is tried as well. */
const PROBE_MS = 10_000;

/**
 * A server that speaks the protocol version of its host, whatever it speaks itself. Where both speak the same, nothing is
 * translated.
 */
export class AnyVersionServer implements ServerEnd {
  onmessage: ((message: Members, about?: Id) => void) | undefined;
  onclose: ((why?: string) => void) | undefined;
  onrestart: (() => void) | undefined;
  onbroken: ((about: Id | undefined) => void) | undefined;
  onlost: ((id: Id) => void) | undefined;
  readonly #create: () => ServerEnd;
  #server: ServerEnd;
  /** What takes the host's messages, once it is known what the server speaks. */
  #chosen: ServerEnd | undefined;
  /** Messages that wait until it is known. */
  #queue: (() => void)[] = [];
  #choosing: Promise<void> | undefined;
  /** The bridge's own requests, by their ids. */
  readonly #own = new Map<Id, (response: Response | undefined) => void>();
  /** The server's side of a handshake that the bridge has made. */
  #initialized: Members | undefined;
  #isClosed = false;
  #hasEnded = false;
  #wasRestarted = false;
  readonly #ids = new OwnIds();

  /** @param create - connects with the server; once more, if it ends over a request of 2026-07-28 */
  constructor(create: () => ServerEnd) {
    this.#create = create;
    this.#server = this.#listenTo(create());
  }

  get hasRequestStreams(): boolean {
    return (this.#chosen ?? this.#server).hasRequestStreams;
  }

  get takesAll(): boolean {
    return this.#server.takesAll === true;
  }

  get infersCalls(): boolean {
    return this.#chosen?.infersCalls === true;
  }

  start(): Promise<void> {
    return this.#server.start();
  }

  pause(isPaused: boolean): void {
    this.#server.pause?.(isPaused);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return (this.#chosen ?? this.#server).close();
  }

  send(message: Members, over?: AbortSignal): Promise<void> | undefined {
    // The host has given it up while it was not known what the server speaks.
    if (over?.aborted === true) return undefined;
    if (this.#chosen !== undefined && message["method"] !== "initialize")
      return this.#chosen.send(message, over);
    return this.#begin(message, over);
  }

  async #begin(message: Members, over: AbortSignal | undefined): Promise<void> {
    const isHandshake = message["method"] === "initialize";
    if (isHandshake && this.#initialized !== undefined && this.#chosen instanceof As2026)
      return this.#initializeLate(message as Request, this.#initialized, this.#chosen);
    if (this.#chosen !== undefined) return this.#chosen.send(message, over);
    // Whoever sends it gets to know if it cannot be sent.
    if (this.#choosing !== undefined)
      return new Promise((resolve, reject) => {
        this.#queue.push(() => {
          Promise.resolve(this.send(message, over)).then(resolve, reject);
        });
      });
    const sorted = kindOf(message);
    if (sorted.kind !== "request") return this.#server.send(message, over);
    const { request } = sorted;
    const envelope = envelopeOf(request.params);
    if (isHandshake) this.#choosing = this.#chooseForLegacy(request);
    else if (envelope !== undefined)
      this.#choosing = this.#chooseForModern(request, envelope, over);
    else return this.#server.send(message, over);
    return this.#choosing.finally(() => {
      this.#choosing = undefined;
      const waiting = this.#queue;
      this.#queue = [];
      for (const send of waiting) send();
    });
  }

  /** A host of 2025 begins. */
  async #chooseForLegacy(request: Request): Promise<void> {
    const response = await this.#ask(request);
    const isSession = response?.result !== undefined && this.#server.isStateless !== true;
    const { clientInfo, capabilities } = request.params ?? {};
    // A server that cannot ask in 2025 may be able to in 2026-07-28.
    const discovered = isSession ? undefined : await this.#discover({ clientInfo, capabilities });
    if (discovered === undefined) {
      if (response?.result === undefined)
        return this.#toHost(failed(request, response), request.id);
      this.#chosen = this.#direct();
      return this.#toHost(inVersionOf(request.params, response), request.id);
    }
    this.#chosen = this.#translated(new As2025(this.#server, discovered));
    return this.#chosen.send(request);
  }

  /** A host of 2026-07-28 begins. */
  async #chooseForModern(
    request: Request,
    envelope: Envelope,
    over: AbortSignal | undefined,
  ): Promise<void> {
    const discovering = this.#discover(envelope);
    const inTime = await Promise.race([discovering, soon(PROBE_MS)]);
    const discovered = inTime === "late" ? await this.#either(discovering, envelope) : inTime;
    if (discovered !== undefined) {
      this.#chosen = this.#direct();
      return this.send(request, over);
    }
    this.#initialized ??= await this.#initialize(envelope);
    if (this.#initialized === undefined)
      return this.#toHost(failed(request, undefined), request.id);
    this.#chosen = this.#translated(new As2026(this.#server, this.#initialized));
    return this.send(request, over);
  }

  /**
   * Makes the handshake of 2025 beside the request of 2026-07-28, which the server may only be slow to answer. Where it
   * succeeds, it counts: a server of both versions speaks 2025 from then on.
   */
  async #either(
    discovering: Promise<Members | undefined>,
    envelope: Envelope,
  ): Promise<Members | undefined> {
    const initializing = this.#initialize(envelope);
    const discovered = discovering.then(async (found) => {
      // Both are on their way: the handshake is answered soon, too, if it is at all.
      const late = soon(PROBE_MS);
      return found === undefined || (await Promise.race([initializing, late])) === "late"
        ? found
        : undefined;
    });
    const first = await Promise.race([
      initializing,
      discovered.then((found) => (found === undefined ? initializing : undefined)),
    ]);
    if (first === undefined) return discovering;
    this.#initialized = first;
    return undefined;
  }

  async #discover(envelope: Envelope): Promise<Members | undefined> {
    const before = this.#server;
    const params = withEnvelope({}, envelope);
    const response = await this.#ask({ id: this.#ids.next(), method: "server/discover", params });
    if (response === undefined && !this.#isClosed && this.#server === before && this.#hasEnded)
      await this.#restart();
    const result = response?.result;
    const versions = result?.["supportedVersions"];
    return Array.isArray(versions) && versions.includes(MODERN) ? result : undefined;
  }

  async #initialize({ clientInfo, capabilities }: Envelope): Promise<Members | undefined> {
    const info = isMembers(clientInfo) ? clientInfo : { name: "host", version: "0" };
    const params = {
      protocolVersion: LEGACY[0],
      capabilities: isMembers(capabilities) ? capabilities : {},
      clientInfo: info,
    };
    const response = await this.#ask({ id: this.#ids.next(), method: "initialize", params });
    if (response?.result !== undefined)
      await this.#server.send(toMessage({ method: "notifications/initialized" }))?.catch(() => {});
    return response?.result;
  }

  /** A host that speaks both makes its handshake after it has looked. */
  #initializeLate(request: Request, initialized: Members, before: As2026): void {
    before.leave();
    this.#chosen = this.#direct();
    this.#toHost(inVersionOf(request.params, { id: request.id, result: initialized }), request.id);
  }

  /** Makes a request. Resolves with its response; `undefined` if it could not be sent, or the server has ended. */
  #ask(request: Request): Promise<Response | undefined> {
    return new Promise((resolve) => {
      this.#own.set(request.id, resolve);
      this.#server.send(toMessage(request))?.catch((error: unknown) => {
        this.#own.delete(request.id);
        const { message } = error as Error;
        resolve({ id: request.id, error: { code: -32_603, message } });
      });
    });
  }

  #listenTo(server: ServerEnd): ServerEnd {
    this.#passSigns(server);
    server.onmessage = (message, about) => {
      const { id, method } = message as { readonly id?: Id; readonly method?: unknown };
      const resolve = method === undefined && id !== undefined ? this.#own.get(id) : undefined;
      if (resolve === undefined) return this.#toHost(message, about);
      this.#own.delete(id!);
      resolve(message as Response);
    };
    server.onclose = (why) => {
      const isChoosing = this.#own.size > 0;
      this.#hasEnded = true;
      for (const resolve of this.#own.values()) resolve(undefined);
      this.#own.clear();
      if (!isChoosing || this.#isClosed || this.#wasRestarted) this.onclose?.(why);
    };
    return server;
  }

  /** Some older programs end when they receive a request that they do not know. */
  async #restart(): Promise<void> {
    this.#wasRestarted = true;
    this.#hasEnded = false;
    this.#server = this.#listenTo(this.#create());
    await this.#server.start();
  }

  #direct(): ServerEnd {
    const server = this.#server;
    this.#passSigns(server);
    server.onmessage = (message, about) => this.#toHost(message, about);
    server.onclose = (why) => this.onclose?.(why);
    return server;
  }

  #translated(server: ServerEnd): ServerEnd {
    this.#passSigns(server);
    server.onmessage = (message, about) => this.#toHost(message, about);
    server.onclose = (why) => this.onclose?.(why);
    return server;
  }

  /** Passes on what a server's end says about the connection. */
  #passSigns(server: ServerEnd): void {
    server.onrestart = () => this.onrestart?.();
    server.onbroken = (about) => this.onbroken?.(about);
    server.onlost = (id) => this.onlost?.(id);
  }

  #toHost(message: Members, about: Id | undefined): void {
    this.onmessage?.(message, about);
  }
}

function failed({ id }: Request, response: Response | undefined): Response {
  if (response?.error !== undefined) return { ...response, id };
  const message = "The server speaks no protocol version that the bridge knows, or has ended.";
  return { id, error: { code: -32_603, message } };
}

function soon(ms: number): Promise<"late"> {
  return new Promise((resolve) => setTimeout(() => resolve("late"), ms).unref());
}
