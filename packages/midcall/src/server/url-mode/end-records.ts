import { createBoundedStore, type NoteStore } from "../state/bounded-store.js";
import type { Settings } from "../options.js";

/** How long a finished URL interaction is remembered for a handler that has not asked yet. */
export const REMEMBERED_MS: number = 60 * 60 * 1000;

/** Who asked for an interaction, and whom its end counts for. */
export interface InteractionOwner {
  /** The server's name. */
  readonly server: string;
  readonly principal: string | undefined;
}

/** What a claim and an end say. A member left out: not known; an end without `p` came before anybody was asked. */
interface Owner {
  readonly s?: string;
  readonly p?: string | null;
}

const askerKey = (id: string): string => `midcall:url-asker:${id}`;
const doneKey = (id: string): string => `midcall:url-done:${id}`;

function ownerOf({ server, principal }: InteractionOwner): Owner {
  return { s: server, p: principal ?? null };
}

function isOf(
  { server, principal }: InteractionOwner,
  owner: Owner | "nobody" | undefined,
): boolean {
  if (typeof owner !== "object" || owner.p !== (principal ?? null)) return false;
  return owner.s === undefined || owner.s === server;
}

/** Records of URL interactions: who was asked for one, and that it has ended. In the store, or in this process without one. */
export class EndRecords {
  readonly #settings: Settings;
  // Apart, so that however many are asked, no end is forgotten for it.
  readonly #claims: NoteStore;
  readonly #ends: NoteStore;
  #hasToldOfEarly = false;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#claims = settings.store ?? createBoundedStore(settings.now);
    this.#ends = settings.store ?? createBoundedStore(settings.now);
  }

  /**
   * Ties an interaction to whom it is for.
   *
   * @param forMs How long it can be answered, at most.
   * @returns `"new"` where nobody had it
   */
  async claim(
    id: string,
    asker: InteractionOwner,
    forMs: number,
  ): Promise<"new" | "ours" | "another's"> {
    const lifetime = { ttlMs: forMs, owner: asker.principal ?? "" };
    const sealed = this.#seal(ownerOf(asker), askerKey(id));
    if (await this.#claims.putIfAbsent(askerKey(id), sealed, lifetime)) return "new";
    if (isOf(asker, await this.#read(this.#claims, askerKey(id)))) return "ours";
    // Whom the server itself has named goes before anyone who was faster.
    if (!isOf(asker, await this.#read(this.#ends, doneKey(id)))) return "another's";
    await this.#claims.put(askerKey(id), sealed, lifetime);
    return "ours";
  }

  /** Notes an end for this person. */
  end(id: string, asker: InteractionOwner): Promise<void> {
    return this.#note(id, ownerOf(asker));
  }

  /** Notes an end for the person named, or else for anyone who was asked. */
  async endFor(id: string, principal: string | undefined): Promise<void> {
    const { serverName: s, logger } = this.#settings;
    if (principal !== undefined)
      return this.#note(id, { ...(s !== undefined && { s }), p: principal });
    const asked = await this.#read(this.#claims, askerKey(id));
    const owner = asked === "nobody" ? {} : (asked ?? {});
    if (owner.p === undefined && !this.#hasToldOfEarly) {
      this.#hasToldOfEarly = true;
      logger.warn(
        "midcall: complete() was called for an interaction that nobody has been asked for, so its end counts for nobody who " +
          "is asked later. Pass { principal } where you know whose it is. Told once.",
      );
    }
    await this.#note(id, owner);
  }

  /**
   * Whether an interaction of this person has ended.
   *
   * @param early Whether an end counts that came before it was known whose it is.
   */
  async hasEnded(id: string, asker: InteractionOwner, early: boolean): Promise<boolean> {
    const owner = await this.#read(this.#ends, doneKey(id));
    return isOf(asker, owner) || (early && typeof owner === "object" && owner.p === undefined);
  }

  /** Calls `wake` at word of an end. Anyone who can publish has not ended anything by it. */
  subscribe(id: string, wake: () => void): Promise<() => Promise<void>> {
    return this.#ends.subscribe(doneKey(id), wake);
  }

  async #note(id: string, owner: Owner): Promise<void> {
    const onBehalf = owner.p === undefined ? {} : { owner: owner.p ?? "" };
    const lifetime = { ttlMs: REMEMBERED_MS, ...onBehalf };
    await this.#ends.put(doneKey(id), this.#seal(owner, doneKey(id)), lifetime);
    // As long as the end is known it is known whose it is.
    if (owner.s !== undefined)
      await this.#claims.put(askerKey(id), this.#seal(owner, askerKey(id)), lifetime);
    await this.#ends.publish(doneKey(id), "1");
  }

  #seal(owner: Owner, key: string): string {
    return this.#settings.sealer.seal(JSON.stringify(owner), key);
  }

  /** Who a record names; `"nobody"` for one that was not written here, for this id. */
  async #read(notes: Pick<NoteStore, "get">, key: string): Promise<Owner | "nobody" | undefined> {
    const sealed = await notes.get(key);
    if (sealed === undefined) return undefined;
    try {
      return JSON.parse(this.#settings.sealer.open(sealed, key)) as Owner;
    } catch {
      return "nobody";
    }
  }
}
