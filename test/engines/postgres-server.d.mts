export interface PostgresServer {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  freeze(): void;
  thaw(): void;
  halt(): Promise<void>;
  crash(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}
export function startPostgresServer(settings?: readonly string[]): Promise<PostgresServer>;
