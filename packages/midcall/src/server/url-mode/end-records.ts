import { createBoundedStore, type NoteStore } from "../state/bounded-store.js";
import type { Settings } from "../options.js";

/** How long a finished URL interaction is remembered for a handler that has not asked yet. */
export const REMEMBERED_MS: number = 60 * 60 * 1000;

/** Which server asked, and for which user the end of an interaction counts. */
export interface InteractionOwner {
  /** The server's name. */
  readonly server: string;
  readonly principal: string | undefined;
}

/**
 * The data in the record of a claim or an end. An absent member is unknown: an end without `principal` came before any
 * user was asked.
 */
interface Owner {
  readonly server?: string;
  readonly principal?: string | null;
}

const askerKey = (id: string): string => `midcall:url-asker:${id}`;
const doneKey = (id: string): string => `midcall:url-done:${id}`;

function ownerOf({ server, principal }: InteractionOwner): Owner {
  return { server, principal: principal ?? null };
}

function isOf(
  { server, principal }: InteractionOwner,
  owner: Owner | "unknown" | undefined,
): boolean {
  if (typeof owner !== "object" || owner.principal !== (principal ?? null)) return false;
  return owner.server === undefined || owner.server === server;
}

/** Records of URL interactions: which user was asked, and that an interaction has ended. In the store, or else in this process. */
export class EndRecords {
  readonly #settings: Settings;
  // Separate, so that no number of questions displaces the record of an end.
  readonly #claims: NoteStore;
  readonly #ends: NoteStore;
  #hasWarnedOfEarlyEnd = false;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#claims = settings.store ?? createBoundedStore(settings.now);
    this.#ends = settings.store ?? createBoundedStore(settings.now);
  }

  /**
   * Ties an interaction to its user.
   *
   * @param forMs The longest time that it can be answered, in milliseconds.
   * @returns `"new"` when it belonged to no user
   */
  async claim(
    id: string,
    user: InteractionOwner,
    forMs: number,
  ): Promise<"new" | "ours" | "another's"> {
    const lifetime = { ttlMs: forMs, owner: user.principal ?? "" };
    const sealed = this.#seal(ownerOf(user), askerKey(id));
    if (await this.#claims.putIfAbsent(askerKey(id), sealed, lifetime)) return "new";
    if (isOf(user, await this.#read(this.#claims, askerKey(id)))) return "ours";
    // A user that the server itself has named takes precedence over one who was faster.
    if (!isOf(user, await this.#read(this.#ends, doneKey(id)))) return "another's";
    await this.#claims.put(askerKey(id), sealed, lifetime);
    return "ours";
  }

  /** Records an end for this user. */
  end(id: string, user: InteractionOwner): Promise<void> {
    return this.#note(id, ownerOf(user));
  }

  /** Records an end for the user named, or else for the one who was asked. */
  async endFor(id: string, principal: string | undefined): Promise<void> {
    const { serverName: server, logger } = this.#settings;
    if (principal !== undefined)
      return this.#note(id, { ...(server !== undefined && { server }), principal });
    const asked = await this.#read(this.#claims, askerKey(id));
    const owner = asked === "unknown" ? {} : (asked ?? {});
    if (owner.principal === undefined && !this.#hasWarnedOfEarlyEnd) {
      this.#hasWarnedOfEarlyEnd = true;
      logger.warn(
        "midcall: complete() was called for an interaction that no user has been asked for yet, so its end does not count for " +
          "a user who is asked later. Pass { principal } if you know the user. This warning is shown once.",
      );
    }
    await this.#note(id, owner);
  }

  /**
   * Whether an interaction of this user has ended.
   *
   * @param early Whether an end counts that came before its user was known.
   */
  async hasEnded(id: string, user: InteractionOwner, early: boolean): Promise<boolean> {
    const owner = await this.#read(this.#ends, doneKey(id));
    return (
      isOf(user, owner) || (early && typeof owner === "object" && owner.principal === undefined)
    );
  }

  /** Calls `wake` when an end is published. A published message alone ends nothing. */
  subscribe(id: string, wake: () => void): Promise<() => Promise<void>> {
    return this.#ends.subscribe(doneKey(id), wake);
  }

  async #note(id: string, owner: Owner): Promise<void> {
    const onBehalf = owner.principal === undefined ? {} : { owner: owner.principal ?? "" };
    const lifetime = { ttlMs: REMEMBERED_MS, ...onBehalf };
    await this.#ends.put(doneKey(id), this.#seal(owner, doneKey(id)), lifetime);
    // The user of an end is known for as long as the end itself.
    if (owner.server !== undefined)
      await this.#claims.put(askerKey(id), this.#seal(owner, askerKey(id)), lifetime);
    await this.#ends.publish(doneKey(id), "1");
  }

  #seal(owner: Owner, key: string): string {
    return this.#settings.sealer.seal(JSON.stringify(owner), key);
  }

  /** The owner that a record names; `"unknown"` for one that was not sealed here for this key. */
  async #read(notes: Pick<NoteStore, "get">, key: string): Promise<Owner | "unknown" | undefined> {
    const sealed = await notes.get(key);
    if (sealed === undefined) return undefined;
    try {
      return JSON.parse(this.#settings.sealer.open(sealed, key)) as Owner;
    } catch {
      return "unknown";
    }
  }
}
