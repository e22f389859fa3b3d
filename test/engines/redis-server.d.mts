/** A running Redis server. */
export interface RedisServer {
  readonly url: string;
  /** Ends it and starts it again at the same address. What it does not write to a file is lost. */
  restart(): Promise<void>;
  /** Ends it and deletes its data. */
  stop(): Promise<void>;
}

/** Starts one on a free port of this machine, with temporary data. */
export function startRedisServer(settings?: readonly string[]): Promise<RedisServer>;
