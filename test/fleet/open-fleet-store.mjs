import { createPostgresStore } from "midcall/store/postgres";
import { createRedisStore } from "midcall/store/redis";
import { connectStore } from "./socket-store.mjs";

/** The store at an address: a Redis database, a PostgreSQL database whose tables are there, or the path of a socket. */
export async function openFleetStore(address) {
  if (address.startsWith("redis:")) {
    const { createClient } = await import("redis");
    const client = createClient({ url: address });
    client.on("error", () => {});
    return createRedisStore({ client: await client.connect() });
  }
  if (!address.startsWith("postgres:")) return connectStore(address);
  const { Pool } = (await import("pg")).default;
  const pool = new Pool({ connectionString: address, max: 6 });
  // Without a listener, a database that is started again would end the process.
  pool.on("error", () => {});
  return createPostgresStore({ pool });
}
