/** What came of the calls of one scenario: how many completed, and the most for one call. */
export interface Outcome {
  readonly completed: number;
  readonly of: number;
  readonly asked: number;
  readonly held: number;
  readonly error?: string;
}

/** What `npm run fleet-peers` measured. */
export interface Measured {
  /** The version of each client, by its package. The first one is that of the table. */
  readonly clients: Readonly<Record<string, string>>;
  readonly scenarios: readonly { readonly id: string; readonly title: string }[];
  readonly peers: readonly {
    readonly name: string;
    readonly package?: string;
    readonly version?: string;
    readonly results: Readonly<Record<string, Readonly<Record<string, Outcome>>>>;
  }[];
}

export const file: string;
export function results(): Measured;
export function page(measured?: Measured, text?: string): Promise<string>;
