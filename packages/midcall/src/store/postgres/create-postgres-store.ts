import { unref } from "../../internal/unref.js";
import { wholeMs } from "../lifetime.js";
import type { Store, StoreWriteOptions } from "../store.js";
import { channelBytes, keyBytes, toBytes, toText } from "./bytes.js";
import { PostgresDatabase } from "./database.js";
import { createListener } from "./listener.js";
import { createMailbox, type Mailbox, type MessageSource } from "./mailbox.js";
import {
  resolvePostgresOptions,
  type PostgresSettings,
  type PostgresStoreOptions,
} from "./options.js";
import { statementsFor, type Statements } from "./statements.js";
import { createSweeper } from "./sweeper.js";

/** A {@link Store} in a PostgreSQL database. */
export interface PostgresStore extends Store {
  /** Ends all subscriptions and gives the connection that listens back. Later operations are rejected. */
  close(): Promise<void>;
}

/**
 * Creates a store in a PostgreSQL database, for any number of processes. Create its tables with `migrate` first.
 *
 * Every operation is a single statement, and times to live are measured by the server's clock. Acknowledged writes are
 * as durable as the server's `synchronous_commit` makes them. An operation that rejects because the connection broke may
 * or may not have been executed. Give the pool a `connectionTimeoutMillis` and a `query_timeout`, or calls wait for as
 * long as the server does not answer.
 *
 * The role needs `USAGE` on the schema, `SELECT, INSERT, UPDATE, DELETE` on both tables, and `USAGE` on the sequence.
 *
 * Messages lie in a table for `messageTtlMs` and are announced with `NOTIFY`. If the connection that listens is lost, it
 * is opened again, and the subscribers get what was sent meanwhile, except after a crash of the server, which empties
 * the table.
 *
 * @param options - the pool and what the tables are called
 * @throws OptionError when an option is unusable. The methods of the store reject with `StoreSchemaError` when the tables
 * are missing, with `StoreListenError` when a pooler swallows what `LISTEN` is for, with `StoreClosedError`, or with the
 * error of `pg`.
 *
 * @example
 * ```ts
 * import { Pool } from "pg";
 * import { createPostgresStore } from "midcall/store/postgres";
 *
 * const pool = new Pool({ connectionString, connectionTimeoutMillis: 5_000, query_timeout: 10_000 });
 * pool.on("error", report);
 * const store = createPostgresStore({ pool });
 * // at the end:
 * await store.close();
 * await pool.end();
 * ```
 */
export function createPostgresStore(options: PostgresStoreOptions): PostgresStore {
  const settings = resolvePostgresOptions(options);
  const statements = statementsFor(settings.names);
  const database = new PostgresDatabase(settings.pool, settings.names.prefix);
  const sweeper = createSweeper(database, statements, settings);
  const mailbox = createMailbox(messageSource(database, statements), settings.onError);
  const announcements = settings.listen
    ? listenFor(settings, mailbox)
    : pollFor(settings.pollMs, mailbox);

  const write = async (
    text: string,
    key: string,
    value: string,
    { ttlMs }: StoreWriteOptions,
  ): Promise<boolean> => {
    const values = [keyBytes(key), toBytes(value), wholeMs(ttlMs) ?? null];
    const { rowCount } = await database.run(text, values);
    sweeper.afterWrite();
    return rowCount === 1;
  };

  const take = async (key: string): Promise<string | undefined> => {
    const { rows } = await database.run(statements.take, [keyBytes(key)]);
    const row = rows[0] as { readonly value: unknown; readonly live: boolean } | undefined;
    return row?.live ? toText(row.value) : undefined;
  };

  return {
    async get(key) {
      const { rows } = await database.run(statements.get, [keyBytes(key)]);
      const row = rows[0] as { readonly value: unknown } | undefined;
      return row && toText(row.value);
    },
    put: async (key, value, options = {}) =>
      void (await write(statements.put, key, value, options)),
    putIfAbsent: (key, value, options = {}) => write(statements.putIfAbsent, key, value, options),
    take,
    delete: async (key) => (await take(key)) !== undefined,
    async publish(channel, message) {
      const bytes = channelBytes(channel);
      await database.run(statements.publish, [bytes, toBytes(message), bytes.toString("hex")]);
      announcements.published();
      sweeper.afterWrite();
    },
    async subscribe(channel, listener) {
      await announcements.begin();
      const remove = await mailbox.add(channelBytes(channel).toString("hex"), listener);
      return async () => remove();
    },
    async close() {
      database.close();
      announcements.close();
      mailbox.close();
      await sweeper.finished();
    },
  };
}

function messageSource(database: PostgresDatabase, statements: Statements): MessageSource {
  return {
    async lastId() {
      const { rows } = await database.run(statements.lastMessage);
      return Number((rows[0] as { readonly id: string }).id);
    },
    async after(id, limit) {
      const { rows } = await database.run(statements.messagesAfter, [id, limit]);
      return rows.map((row) => {
        const found = row as { readonly id: string; channel: Buffer; message: Buffer };
        return {
          id: Number(found.id),
          channel: found.channel.toString("hex"),
          message: toText(found.message),
        };
      });
    },
  };
}

/** How a process hears that there are messages. */
interface Announcements {
  begin(): Promise<void>;
  /** A message of this process is in the table. */
  published(): void;
  close(): void;
}

function listenFor({ pool, names, onError }: PostgresSettings, mailbox: Mailbox): Announcements {
  const listener = createListener({
    pool,
    channel: names.channel,
    onNotification: (channel) => {
      if (mailbox.isWanted(channel)) mailbox.wake();
    },
    onListening: () => mailbox.wakeAfterLoss(),
    onError,
  });
  return {
    begin: () => listener.listening(),
    // The server announces it to this process, too.
    published: () => {},
    close: () => listener.close(),
  };
}

function pollFor(pollMs: number, mailbox: Mailbox): Announcements {
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    async begin() {
      timer ??= setInterval(() => mailbox.wake(), pollMs);
      unref(timer);
    },
    published: () => mailbox.wake(),
    close: () => clearInterval(timer),
  };
}
