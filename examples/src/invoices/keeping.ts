import { randomBytes } from "node:crypto";
import { createMemoryStore, type Store } from "midcall/store";
import { createVault, type Vault } from "midcall/vault";
import { createLocalVault } from "midcall/vault/file";
import type { Options } from "./options.js";

/** The storage of the server. */
export interface Keeping {
  /** Encrypts the state of calls, the visits to pages and the vault. */
  readonly secret: string;
  /** Contains open visits and completed steps. */
  readonly store: Store;
  /** Contains keys and accounts, encrypted. */
  readonly vault: Vault;
  /** Whether the data is shared with other processes and survives a restart. */
  readonly isPersistent: boolean;
  close(): Promise<void>;
}

export async function openKeeping({ store: kind, vault }: Options): Promise<Keeping> {
  const secret = process.env["MIDCALL_SECRET"] ?? randomBytes(32).toString("base64url");
  const { store, close } = await openStore(kind);
  return {
    secret,
    store,
    vault: vault === "local" ? createLocalVault() : createVault({ store, secret }),
    isPersistent: kind !== "memory",
    close,
  };
}

async function openStore(kind: string): Promise<{ store: Store; close(): Promise<void> }> {
  if (kind === "memory") return { store: createMemoryStore(), close: async () => {} };
  if (kind.startsWith("sqlite:")) {
    const { openSqliteStore } = await import("midcall/store/sqlite");
    const store = await openSqliteStore(kind.slice("sqlite:".length));
    return { store, close: () => store.close() };
  }
  if (kind.startsWith("redis:")) {
    const { createClient } = await import("redis");
    const { createRedisStore } = await import("midcall/store/redis");
    const client = createClient({ url: kind });
    client.on("error", (error: Error) => console.error(`redis: ${error.message}`));
    await client.connect();
    const store = createRedisStore({ client });
    return { store, close: () => store.close().then(() => client.close()) };
  }
  if (/^postgres(ql)?:/.test(kind)) {
    const { default: pg } = await import("pg");
    const { createPostgresStore, migrate } = await import("midcall/store/postgres");
    const pool = new pg.Pool({ connectionString: kind });
    pool.on("error", (error) => console.error(`postgres: ${error.message}`));
    await migrate(pool);
    const store = createPostgresStore({ pool });
    return { store, close: () => store.close().then(() => pool.end()) };
  }
  throw new RangeError(
    `--store must be memory, sqlite:FILE, redis://HOST:PORT or postgres://USER@HOST/DATABASE, not ${kind}.`,
  );
}
