import { createBoundedStore } from "../state/bounded-store.js";
import { type Place, SealedStore } from "../state/sealed-store.js";
import { QuestionError, RecordChangedError } from "../errors.js";
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
  readonly #claims: SealedStore;
  readonly #ends: SealedStore;
  #hasWarnedOfEarlyEnd = false;

  constructor(settings: Settings) {
    this.#settings = settings;
    const { store, sealer, now } = settings;
    this.#claims = store ?? new SealedStore(createBoundedStore(now), sealer);
    this.#ends = store ?? new SealedStore(createBoundedStore(now), sealer);
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
    const text = JSON.stringify(ownerOf(user));
    const asker = this.#askerOf(id);
    if (await this.#claims.putIfAbsent(asker, text, lifetime)) return "new";
    if (isOf(user, await this.#read(this.#claims, asker))) return "ours";
    // A user that the server itself has named takes precedence over one who was faster.
    if (!isOf(user, await this.#read(this.#ends, this.#endOf(id)))) return "another's";
    await this.#claims.put(asker, text, lifetime);
    return "ours";
  }

  /** Records an end for this user. */
  end(id: string, user: InteractionOwner): Promise<void> {
    return this.#note(id, ownerOf(user));
  }

  /** Records an end for the user named, or else for the one who was asked. */
  async endFor(id: string, principal: string | undefined): Promise<void> {
    const { serverName: server, logger } = this.#settings;
    const asked = await this.#read(this.#claims, this.#askerOf(id));
    const owner = asked === "unknown" ? {} : (asked ?? {});
    if (server !== undefined && owner.server !== undefined && owner.server !== server) {
      throw new QuestionError(
        "This elicitationId belongs to an interaction of another service, which alone can complete it. Nothing was noted.",
      );
    }
    if (principal !== undefined)
      return this.#note(id, { ...(server !== undefined && { server }), principal });
    if (owner.principal === undefined && !this.#hasWarnedOfEarlyEnd) {
      this.#hasWarnedOfEarlyEnd = true;
      logger.warn(
        "midcall: complete() was called for an interaction that no user has been asked for yet, so its end does not count for " +
          "a user who is asked later. Pass { principal } if you know the user. This warning is shown once.",
      );
    }
    await this.#note(id, { ...(server !== undefined && { server }), ...owner });
  }

  /**
   * Whether an interaction of this user has ended.
   *
   * @param early Whether an end counts that came before its user was known.
   */
  async hasEnded(id: string, user: InteractionOwner, early: boolean): Promise<boolean> {
    const owner = await this.#read(this.#ends, this.#endOf(id));
    if (isOf(user, owner)) return true;
    if (!early || typeof owner !== "object" || owner.principal !== undefined) return false;
    return owner.server === undefined || owner.server === user.server;
  }

  /** Calls `wake` when there may be an end. That alone ends nothing. */
  subscribe(id: string, wake: () => void): Promise<() => Promise<void>> {
    return this.#ends.onWake(this.#endOf(id), wake);
  }

  async #note(id: string, owner: Owner): Promise<void> {
    const lifetime = { ttlMs: REMEMBERED_MS, owner: owner.principal ?? "" };
    const text = JSON.stringify(owner);
    await this.#ends.put(this.#endOf(id), text, lifetime);
    // The user of an end is known for as long as the end itself.
    if (owner.server !== undefined && owner.principal !== undefined)
      await this.#claims.put(this.#askerOf(id), text, lifetime);
    await this.#ends.wake(this.#endOf(id));
  }

  /** The `elicitationId` is the author's, and may say something. */
  #askerOf(id: string): Place {
    return placesOf("url-asker", this.#settings.sealer.names("url", id));
  }

  #endOf(id: string): Place {
    return placesOf("url-done", this.#settings.sealer.names("url", id));
  }

  /** The owner that a record names; `"unknown"` for one that was not sealed here for this key. */
  async #read(notes: SealedStore, place: Place): Promise<Owner | "unknown" | undefined> {
    try {
      const text = await notes.get(place);
      return text === undefined ? undefined : (JSON.parse(text) as Owner);
    } catch (error) {
      if (error instanceof RecordChangedError) return "unknown";
      throw error;
    }
  }
}

function placesOf(kind: string, [newest, ...older]: readonly [string, ...string[]]): Place {
  const placeUnder = (named: string): string => `midcall:${kind}:${named}`;
  return [placeUnder(newest), ...older.map(placeUnder)];
}
