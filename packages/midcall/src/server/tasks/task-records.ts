import { unref } from "../../internal/unref.js";
import { randomName } from "../fallback/places/question-slots.js";
import type { Settings } from "../options.js";
import type { Binding } from "../state/request-state.js";

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
}

/** How a task ended. */
export interface TaskEnd extends Pick<TaskRecord, "createdAt" | "updatedAt" | "expiresAt"> {
  readonly status: "completed" | "failed" | "cancelled";
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The right to run a task. */
export interface TaskLease {
  /** Aborts when the task ends elsewhere, or the lease is lost. */
  readonly signal: AbortSignal;
  /** Writes the record, unless the lease is lost. Returns whether it did. */
  save(record: TaskRecord): Promise<boolean>;
  release(): Promise<void>;
}

/** A process that dies gives up its lease after this time. */
const LEASE_MS = 30_000;

/** The records of one task in the store, which all replicas share. */
export class TaskRecords {
  readonly #settings: Settings;
  readonly #place: string;
  readonly #owner: string;

  /** @param binding - the user and the client of the request; the records of another user are elsewhere */
  constructor(taskId: string, { server, principal, client }: Binding, settings: Settings) {
    const named = JSON.stringify([principal ?? null, client ?? null, taskId]);
    this.#settings = settings;
    this.#place = `midcall:task:${settings.sealer.name("task", server, named)}`;
    this.#owner = principal ?? "";
  }

  /** Writes the record of a new task. */
  create(record: TaskRecord): Promise<void> {
    return this.#put(record);
  }

  load(): Promise<TaskRecord | undefined> {
    return this.#read<TaskRecord>(this.#place);
  }

  ended(): Promise<TaskEnd | undefined> {
    return this.#read<TaskEnd>(this.#endPlace);
  }

  /** Ends the task. Of several ends at once the first counts. Returns whether it was this one. */
  async end(how: TaskEnd): Promise<boolean> {
    const { callStore, sealer } = this.#settings;
    const place = this.#endPlace;
    const sealed = sealer.seal(JSON.stringify(how), place);
    const isFirst = await callStore.putIfAbsent(place, sealed, this.#lifetime(how.expiresAt));
    await callStore.delete(this.#place);
    await callStore.publish(this.#place, "ended");
    return isFirst;
  }

  /** Keeps the first answer for a key. */
  async answer(key: string, response: unknown, expiresAt: number): Promise<void> {
    const place = this.#answerPlace(key);
    const sealed = this.#settings.sealer.seal(JSON.stringify({ response }), place);
    await this.#settings.callStore.putIfAbsent(place, sealed, this.#lifetime(expiresAt));
  }

  /** The answers that have come for these keys. */
  async answers(keys: readonly string[]): Promise<Map<string, unknown>> {
    const found = new Map<string, unknown>();
    for (const key of keys) {
      const answer = await this.#read<{ response: unknown }>(this.#answerPlace(key));
      if (answer !== undefined) found.set(key, answer.response);
    }
    return found;
  }

  /** Takes the task on; `undefined` while another request runs it. Of several at once, one succeeds. */
  async claim(): Promise<TaskLease | undefined> {
    const { callStore } = this.#settings;
    const place = `${this.#place}:run`;
    const me = randomName();
    const lifetime = { ttlMs: LEASE_MS, owner: this.#owner };
    if (!(await callStore.putIfAbsent(place, me, lifetime))) return undefined;
    const over = new AbortController();
    const isMine = async (): Promise<boolean> => {
      const mine = (await callStore.get(place)) === me && (await this.ended()) === undefined;
      if (!mine) over.abort();
      return mine;
    };
    const renewal = setInterval(() => {
      const renew = async (): Promise<void> => {
        if (!(await isMine())) return;
        await callStore.put(place, me, lifetime);
        const record = await this.load();
        // A handler that works for longer than its record lives keeps it.
        if (record !== undefined) await this.#put({ ...record, expiresAt: this.extended(record) });
      };
      renew().catch(() => {
        // Tried again at the next interval. If the lease runs out, steps that are recorded do not run twice.
      });
    }, LEASE_MS / 3);
    unref(renewal);
    const stopWatching = await callStore.subscribe(this.#place, () => over.abort());
    return {
      signal: over.signal,
      save: async (record) => {
        if (!(await isMine())) return false;
        await this.#put(record);
        return true;
      },
      release: async () => {
        clearInterval(renewal);
        await stopWatching();
        if ((await callStore.get(place)) === me) await callStore.delete(place);
      },
    };
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

  #lifetime(expiresAt: number): { ttlMs: number; owner: string } {
    return { ttlMs: Math.max(1, expiresAt - this.#settings.now()), owner: this.#owner };
  }

  async #put(record: TaskRecord): Promise<void> {
    const sealed = this.#settings.sealer.seal(JSON.stringify(record), this.#place);
    await this.#settings.callStore.put(this.#place, sealed, this.#lifetime(record.expiresAt));
  }

  async #read<T>(place: string): Promise<T | undefined> {
    const sealed = await this.#settings.callStore.get(place);
    return sealed === undefined
      ? undefined
      : (JSON.parse(this.#settings.sealer.open(sealed, place)) as T);
  }
}
