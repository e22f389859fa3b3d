import { MAX_TIMER_MS } from "../../../../internal/max-timer.js";
import { unref } from "../../../../internal/unref.js";
import type { Fleet } from "../replicas/fleet.js";
import { persist } from "../replicas/persist.js";
import type { SessionIdentity } from "../session-identity.js";
import { type CallRecord, NOBODY } from "./call-records.js";
import { errorResponse } from "./responses.js";

/** How many calls are watched at the same time. */
const MOST = 10_000;
/** How long the end of a call is kept, in milliseconds. */
const KEPT_MS = 300_000;

/**
 * Calls that were answered while nobody runs them. One whose client does not come back for it is not run again: when the time
 * for its questions is over, it has ended, and the audit trail says that they were not answered.
 */
export class Orphans {
  readonly #fleet: Fleet;
  readonly #session: SessionIdentity;
  readonly #server: string;
  readonly #watched = new Map<string, ReturnType<typeof setTimeout>>();

  /** @param server - the name of the server, for the audit trail */
  constructor(fleet: Fleet, session: SessionIdentity, server: string) {
    this.#fleet = fleet;
    this.#session = session;
    this.#server = server;
  }

  /** Looks after a call for which an answer has come to a replica that may be gone. */
  watch(callKey: string, replica: string): void {
    if (callKey === "" || this.#watched.has(callKey) || this.#watched.size >= MOST) return;
    // A replica that has just died still seems to live.
    const { leaseMs } = this.#fleet.presence;
    this.#later(callKey, leaseMs, () => this.#look(callKey, replica));
  }

  #later(callKey: string, ms: number, work: () => Promise<void>): void {
    const timer = setTimeout(
      () => {
        this.#watched.delete(callKey);
        work().catch((error: unknown) => {
          this.#fleet.warn("a call without a replica could not be looked after", error);
        });
      },
      Math.min(ms, MAX_TIMER_MS),
    );
    unref(timer);
    this.#watched.set(callKey, timer);
  }

  async #look(callKey: string, replica: string): Promise<void> {
    if (await this.#fleet.presence.isPresent(replica)) return;
    const record = await this.#orphan(callKey);
    if (record === undefined || this.#watched.has(callKey)) return;
    const { settings, presence } = this.#fleet;
    const last = Math.max(...record.state.pending.map(({ answerBy }) => answerBy));
    // A client that has come back for it by its last deadline has it now.
    const ms = Math.max(0, last - settings.now()) + presence.leaseMs;
    this.#later(callKey, ms, () => this.#end(callKey));
  }

  /** Stops looking after them, as this replica ends. */
  close(): void {
    for (const timer of this.#watched.values()) clearTimeout(timer);
    this.#watched.clear();
  }

  /** The record of a call that no replica has. */
  async #orphan(callKey: string): Promise<CallRecord | undefined> {
    const { name, user } = this.#session;
    const record = await this.#fleet.records(name, callKey, user).latest();
    if (record === undefined || record.state.pending.length === 0) return undefined;
    return (await this.#fleet.presence.isAlive(record.lease)) ? undefined : record;
  }

  async #end(callKey: string): Promise<void> {
    const { name, user } = this.#session;
    const records = this.#fleet.records(name, callKey, user);
    const record = await this.#orphan(callKey);
    if (record === undefined) return;
    const epoch = record.epoch + 1;
    const claim = records.claim({ ...record, epoch, lease: NOBODY });
    // Of all that look after it, one ends it; and nobody continues it any more.
    if (!(await persist(() => claim.take()))) return;
    const log = this.#fleet.log(name, callKey, user);
    // Safe to repeat: an end that is there is left as it is.
    await persist(() => log.finish(errorResponse(record.request.id, GIVEN_UP), KEPT_MS));
    await records.remove(epoch);
    this.#audit(record);
  }

  #audit({ request, state }: CallRecord): void {
    const { settings } = this.#fleet;
    const { name, uri } = (request.params ?? {}) as { name?: unknown; uri?: unknown };
    const subject = name ?? uri;
    for (const { key, message, askedAt } of state.pending) {
      settings.audit?.record({
        id: key,
        principal: this.#session.user === "" ? undefined : this.#session.user,
        server: { name: this.#server },
        tool: typeof subject === "string" ? subject : undefined,
        message,
        action: "unanswered",
        via: "native",
        reason: "disconnected",
        askedAt,
        answeredAt: settings.now(),
      });
    }
  }
}

const GIVEN_UP =
  "The replica that ran this call is gone, and its client did not come back for it in time. " +
  "Its questions count as not answered. Make the call again to ask them.";
