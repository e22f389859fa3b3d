import {
  createPostgresStore,
  migrate,
  type PostgresStore,
  type PostgresStoreOptions,
} from "midcall/store/postgres";
import { storeContract } from "midcall/store/contract";
import pg from "pg";
import { describe, it } from "vitest";

/** For what comes by itself. */
export const often = { interval: 5 };

/** How a store is opened beside the usual. */
export type OpenOptions = Partial<PostgresStoreOptions> & { readonly url?: string };

/** Stores on one database. */
export interface PostgresLab {
  readonly admin: pg.Pool;
  connect(options?: pg.PoolConfig): pg.Pool;
  /** Tables of their own. */
  newPrefix(): Promise<string>;
  /** A name that nothing has yet. */
  newName(): string;
  /** A store with a pool of its own, which ends with it. */
  open(options?: OpenOptions): Promise<PostgresStore>;
  prefixOf(store: unknown): string;
  close(store: unknown): Promise<void>;
}

export function createPostgresLab(address: string): PostgresLab {
  const connect = (options: pg.PoolConfig = {}): pg.Pool => {
    const pool = new pg.Pool({ connectionString: address, max: 4, ...options });
    // A connection that is cut while nobody uses it.
    pool.on("error", () => {});
    return pool;
  };
  const admin = connect();
  const opened = new Map<unknown, { readonly prefix: string; close: () => Promise<void> }>();
  let made = 0;
  const newName = (): string => `test${++made}`;
  const newPrefix = async (): Promise<string> => {
    const prefix = newName();
    await migrate(admin, { prefix });
    return prefix;
  };
  return {
    admin,
    connect,
    newName,
    newPrefix,
    async open({ url = address, ...options } = {}) {
      const prefix = options.prefix ?? (await newPrefix());
      const pool = connect({ connectionString: url });
      const store = createPostgresStore({ pool, ...options, prefix });
      opened.set(store, {
        prefix,
        close: async () => {
          await store.close();
          await pool.end();
        },
      });
      return store;
    },
    prefixOf: (store) => opened.get(store)!.prefix,
    close: (store) => opened.get(store)!.close(),
  };
}

/** The contract for stores that are opened in some way. */
export function testContract(
  title: string,
  lab: () => PostgresLab,
  options: () => OpenOptions,
): void {
  const cases = storeContract({
    create: () => lab().open(options()),
    connect: (store) => lab().open({ ...options(), prefix: lab().prefixOf(store) }),
    close: (store) => lab().close(store),
    timeoutMs: 600_000,
  });
  describe(`postgresStore ${title} fulfils the contract`, () => {
    it.concurrent.each(cases.map(({ name, run }) => [name, run] as const))("%s", async (_, run) =>
      run(),
    );
  });
}
