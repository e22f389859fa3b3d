/** What a statement returned, as far as the store reads it. */
export interface PostgresResult {
  readonly rows: readonly unknown[];
  readonly rowCount: number | null;
}

/** A message of the server to a client that listens. */
export interface PostgresNotification {
  readonly channel: string;
  readonly payload?: string;
}

/** The part of a client of a `pg` pool that is used for listening. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<PostgresResult>;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "end", listener: () => void): unknown;
  on(event: "notification", listener: (notification: PostgresNotification) => void): unknown;
  release(destroy?: boolean): void;
}

/** The part of a `Pool` of the `pg` package that is used. */
export interface PostgresPool {
  query(text: string, values?: unknown[]): Promise<PostgresResult>;
  connect(): Promise<PostgresClient>;
  readonly options?: { readonly max?: number };
}
