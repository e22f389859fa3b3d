import type { Server } from "node:net";
import { join } from "node:path";
import { migrate } from "midcall/store/postgres";
import pg from "pg";
import { ownPostgres, ownRedis } from "../engines/shared.js";
import { createFleet } from "./fleet.js";
import { serveStore } from "./socket-store.mjs";

/** A store that several processes reach at an address. */
export interface SharedStore {
  readonly address: string;
  close(): Promise<void>;
}

/** A store in a process of its own, at a socket. */
export async function shareSocket(): Promise<SharedStore> {
  const home = createFleet();
  const address = join(home.folder, "store.sock");
  const server: Server = await serveStore(address);
  return {
    address,
    close: async () => {
      server.close();
      home.close();
    },
  };
}

/** A database of their own on the PostgreSQL server of this run, with the tables. */
export async function sharePostgres(): Promise<SharedStore> {
  const address = await ownPostgres();
  await createTables(address);
  return { address, close: async () => {} };
}

export async function createTables(address: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: address });
  await migrate(pool);
  await pool.end();
}

/** A database of their own on the Redis server of this run. */
export async function shareRedis(): Promise<SharedStore> {
  return { address: await ownRedis(), close: async () => {} };
}
