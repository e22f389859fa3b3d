export interface PgBouncer {
  readonly url: string;
  stop(): Promise<void>;
}
export function startPgBouncer(serverPort: number): Promise<PgBouncer>;
