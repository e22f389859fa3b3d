import pg from "pg";
import { inject } from "vitest";

/** Databases on the servers of this run, which are started when the first file asks. */
async function ask(engine: "redis" | "postgres"): Promise<string> {
  const response = await fetch(`${inject("enginesAt")}/${engine}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/**
 * The address of an empty Redis database that nobody else has. Channels are the whole server's, as are its connections: a
 * file that needs other prefixes than its own to be silent, or cuts connections, starts a server of its own.
 */
export function ownRedis(): Promise<string> {
  return ask("redis");
}

/**
 * The address of an empty PostgreSQL database that nobody else has. Roles are the whole server's. A file that stops, freezes
 * or restarts its server starts one of its own.
 */
export async function ownPostgres(): Promise<string> {
  const [url, name] = (await ask("postgres")).split(" ") as [string, string];
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}
