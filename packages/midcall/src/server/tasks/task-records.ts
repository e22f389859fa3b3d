import { randomName } from "../fallback/places/question-slots.js";
import type { Settings } from "../options.js";
import type { Binding } from "../state/request-state.js";
import type { RecordLife } from "../state/sealed-store.js";
import { mostOfRecord } from "../state/record-size.js";
import { nameById } from "../state/sealer.js";
import { type CountedCall, OpenCalls } from "../strategies/open-calls.js";
import { LEASE_MS, TaskLease } from "./task-lease.js";

/** A question that a task has asked under a key of its own. */
export interface TaskQuestion {
  /** The key of the question in its call. */
  readonly key: string;
  readonly digest: string;
  readonly request: unknown;
}

/** A task that has not ended. Times are in ms since 1970. */
export interface TaskRecord {
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly expiresAt: number;
  /** Name and arguments of the call. */
  readonly params: unknown;
  /** What the client of the call declared; every run of the handler sees it. */
  readonly envelope: unknown;
  /** The sealed state of the next round. */
  readonly requestState: string;
  readonly open: Readonly<Record<string, TaskQuestion>>;
  /** The first deadline of the open questions. */
  readonly answerBy?: number | undefined;
  /** The end of a URL interaction is awaited. */
  readonly isHolding?: boolean | undefined;
  /** The answers of a round that has begun: a replica that resumes it uses the same ones. */
  readonly using?: readonly string[] | undefined;
  /** Digest of the answers that made it a task. */
  readonly madeWith?: string | undefined;
  /** The call behind it, which is counted from its creation to its end. */
  readonly call: CountedCall;
}

/** How a task ended. */
export interface TaskEnd extends Pick<
  TaskRecord,
  "createdAt" | "updatedAt" | "expiresAt" | "madeWith"
> {
  readonly status: "completed" | "failed" | "cancelled";
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** JSON-RPC: the call could not be finished. */
export const INTERNAL_ERROR = -32_603;

/** An answer to a question of a task. */
export interface TaskAnswer {
  readonly response: unknown;
  /** When it came, in ms since 1970. */
  readonly cameAt: number;
}

/** The records of one task in the store, which all replicas share. */
export class TaskRecords {
  readonly #settings: Settings;
  readonly #place: string;
  readonly #owner: string;
  readonly #openCalls: OpenCalls;

  /** @param binding - the user and the client of the request; the records of another user are elsewhere */
  constructor(taskId: string, { server, principal, client }: Binding, settings: Settings) {
    const user = JSON.stringify([principal ?? null, client ?? null]);
    this.#settings = settings;
    this.#place = `midcall:task:${nameById(taskId, "task", server, user)}`;
    this.#owner = principal ?? "";
    this.#openCalls = new OpenCalls(settings, { server, principal });
  }

  /** Writes the record of a new task, unless there is one. Returns whether it did. */
  create(record: TaskRecord): Promise<boolean> {
    return this.#add(this.#place, JSON.stringify(record), record.expiresAt);
  }

  /** Writes the record of a task that somebody has the lease of. */
  async write(record: TaskRecord): Promise<void> {
    const life = this.#lifetime(record.expiresAt);
    await this.#settings.callStore.put(this.#place, JSON.stringify(record), life);
  }

  /** Keeps the record for longer, with the answers that have come, and the place of its call. Returns the record as it is then. */
  async prolong(record: TaskRecord): Promise<TaskRecord> {
    const prolonged = { ...record, expiresAt: this.extended(record) };
    await this.write(prolonged);
    await this.keepAnswers(Object.keys(record.open), prolonged.expiresAt);
    await this.#openCalls.keep(record.call, this.#lifetime(prolonged.expiresAt).ttlMs);
    return prolonged;
  }

  load(): Promise<TaskRecord | undefined> {
    return this.#read<TaskRecord>(this.#place);
  }

  ended(): Promise<TaskEnd | undefined> {
    return this.#read<TaskEnd>(this.#endPlace);
  }

  /**
   * Ends the task. Of several ends at once the first counts. Returns whether it was this one. Of the rest, what cannot be deleted
   * expires.
   *
   * @param goesOn - the call itself is still open, and keeps its place
   */
  async end(
    how: TaskEnd,
    { open, call }: Pick<TaskRecord, "open" | "call">,
    goesOn = false,
  ): Promise<boolean> {
    const { callStore } = this.#settings;
    const isFirst = await this.#add(this.#endPlace, textOf(how, this.#settings), how.expiresAt);
    await callStore.delete(this.#place).catch(() => {});
    await callStore.tryWake(this.#place);
    await this.forget(Object.keys(open));
    if (!goesOn) await this.#openCalls.end(call);
    return isFirst;
  }

  /** Deletes the answers for these keys, which are not used again. Those that are left expire with the task. */
  async forget(keys: readonly string[]): Promise<void> {
    for (const key of keys)
      await this.#settings.callStore.delete(this.#answerPlace(key)).catch(() => {});
  }

  /** Keeps the first answer for a key. */
  async answer(key: string, response: unknown, expiresAt: number): Promise<void> {
    const answer: TaskAnswer = { response, cameAt: this.#settings.now() };
    await this.#add(this.#answerPlace(key), JSON.stringify(answer), expiresAt);
  }

  /** Keeps the answers that have come for these keys for longer. */
  async keepAnswers(keys: readonly string[], expiresAt: number): Promise<void> {
    const { callStore } = this.#settings;
    for (const key of keys) {
      const text = await callStore.get(this.#answerPlace(key));
      if (text !== undefined)
        await callStore.put(this.#answerPlace(key), text, this.#lifetime(expiresAt));
    }
  }

  /** The answers that have come for these keys. */
  async answers(keys: readonly string[]): Promise<Map<string, TaskAnswer>> {
    const found = new Map<string, TaskAnswer>();
    for (const key of keys) {
      const answer = await this.#read<TaskAnswer>(this.#answerPlace(key));
      if (answer !== undefined) found.set(key, answer);
    }
    return found;
  }

  /** Takes the task on; `undefined` while another request runs it. Of several at once, one succeeds. */
  async claim(): Promise<TaskLease<TaskRecord> | undefined> {
    const place = `${this.#place}:run`;
    const me = randomName();
    const life = { ttlMs: LEASE_MS, owner: this.#owner };
    if (!(await this.#add(place, me, this.#settings.now() + LEASE_MS))) return undefined;
    const store = this.#settings.callStore;
    const lease = new TaskLease<TaskRecord>({ store, records: this, place, me, life });
    await lease.watch(this.#place);
    return lease;
  }

  /** Whether the record would be gone soon. */
  isShortLived({ expiresAt }: Pick<TaskRecord, "expiresAt">): boolean {
    const { now, stateTtlMs } = this.#settings;
    return expiresAt - now() < Math.max(stateTtlMs / 2, LEASE_MS);
  }

  /** Until when a record is kept that is written now. */
  extended({ expiresAt }: Pick<TaskRecord, "expiresAt">): number {
    return Math.max(expiresAt, this.#settings.now() + this.#settings.stateTtlMs);
  }

  get #endPlace(): string {
    return `${this.#place}:end`;
  }

  #answerPlace(key: string): string {
    return `${this.#place}:answer:${key}`;
  }

  #lifetime(expiresAt: number): RecordLife {
    return { ttlMs: Math.max(1, expiresAt - this.#settings.now()), owner: this.#owner };
  }

  /**
   * Writes a record unless there is one; returns whether it did. A write that failed may have got through all the same: the record is
   * read again, and one's own counts.
   */
  async #add(place: string, text: string, expiresAt: number): Promise<boolean> {
    const { callStore } = this.#settings;
    try {
      return await callStore.putIfAbsent(place, text, this.#lifetime(expiresAt));
    } catch (error) {
      const found = await callStore.get(place).catch(() => undefined);
      if (found === undefined) throw error;
      return found === text;
    }
  }

  async #read<T>(place: string): Promise<T | undefined> {
    const text = await this.#settings.callStore.get(place);
    return text === undefined ? undefined : (JSON.parse(text) as T);
  }
}

/** Of a result that is too large to be kept, only that. */
function textOf(how: TaskEnd, settings: Settings): string {
  const text = JSON.stringify(how);
  if (text.length <= mostOfRecord(settings)) return text;
  const { result: _, ...rest } = how;
  const message =
    `The call behind this task has ended, and what it ended with has ${text.length} bytes, which is too large to be kept. ` +
    "Do not call it again without a look at what it did.";
  return JSON.stringify({
    ...rest,
    ...{ status: "failed", error: { code: INTERNAL_ERROR, message } },
  } satisfies TaskEnd);
}
