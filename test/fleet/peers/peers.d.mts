/** A server, and how it is run. */
export interface Peer {
  readonly name: string;
  readonly package?: string;
  /** The folder of test/night whose version it is. */
  readonly workspace?: string;
  readonly program: string;
  readonly store: "redis" | "postgres";
  readonly path: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Those of midcall. */
export const own: readonly Peer[];
export const others: readonly Peer[];
