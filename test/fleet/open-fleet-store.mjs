import { createPostgresStore } from "midcall/store/postgres";
import { connectStore } from "./socket-store.mjs";

/** The store at an address: a PostgreSQL database whose tables are there, or the path of a socket. */
export async function openFleetStore(address) {
  if (!address.startsWith("postgres:")) return connectStore(address);
  const { Pool } = (await import("pg")).default;
  const pool = new Pool({ connectionString: address, max: 6 });
  // Without a listener, a database that is started again would end the process.
  pool.on("error", () => {});
  return createPostgresStore({ pool });
}
