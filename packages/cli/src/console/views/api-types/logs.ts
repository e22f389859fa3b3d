/** The levels of log messages, least severe first. */
export type LogLevel =
  | "debug"
  | "info"
  | "notice"
  | "warning"
  | "error"
  | "critical"
  | "alert"
  | "emergency";

/** A log message of a server, safe to show. */
export interface LogLine {
  readonly kind: "log";
  readonly seq: number;
  readonly at: number;
  readonly level: LogLevel;
  readonly logger?: string | undefined;
  /** May have several lines. Data that is not text is JSON. */
  readonly text: string;
  readonly cut: boolean;
  /** The id of the call it belongs to, if that is known. */
  readonly call?: string | undefined;
}
