import type { LogLine } from "./logs.js";

/** What is called: a tool, a prompt to get, or a resource to read. */
export type CallKind = "tool" | "prompt" | "resource";

/** The body of `POST /servers/:id/calls`. */
export interface StartCall {
  readonly kind: CallKind;
  /** The tool's or prompt's name, the resource's URI, or a URI template whose variables are the arguments. */
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  /** The name of the scenario that it is started from. */
  readonly scenario?: string | undefined;
  /** For a tool that can be called as a task or not: calls it as a task. */
  readonly asTask?: boolean | undefined;
  /** The `_meta` of its requests; without what the client sets itself. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * `lost`: the connection to the server was lost. `over`: it was running when the console was stopped, and the server
 * no longer knows it.
 */
export type CallState = "running" | "done" | "failed" | "cancelled" | "lost" | "over";

/** A call, without its result. */
export interface CallView {
  readonly id: string;
  readonly serverId: string;
  readonly server: string;
  readonly kind: CallKind;
  /** The tool's or prompt's name, or the resource's URI. */
  readonly name: string;
  /** The arguments, with secrets masked. */
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The request metadata that the user gave it, with secrets masked. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** The name of the scenario that it was started from. */
  readonly scenario?: string | undefined;
  readonly protocolVersion: string;
  readonly state: CallState;
  readonly startedAt: number;
  readonly endedAt?: number | undefined;
  readonly progress?: Progress | undefined;
  /**
   * It continued after the console, or its server, was started again. `doubtful`: the server was started again, and does
   * not say whether it still takes an answer.
   */
  readonly resumed?: "known" | "doubtful" | undefined;
  /** Whether the tool reported an error. */
  readonly isError: boolean;
  readonly hasResult: boolean;
  /** Questions that the user did not answer, by reason. */
  readonly notes: readonly CallNote[];
  /** The ids of its open questions and opened links. */
  readonly questions: readonly string[];
  /** The ids of its open requests for sampling and roots. */
  readonly requests: readonly string[];
  /** Whether the user wanted it as a task. */
  readonly asTask?: boolean | undefined;
  /** The task that it became. */
  readonly task?: TaskView | undefined;
  /** Grows with every line of `GET /calls/:id/lines`. */
  readonly linesSeq: number;
}

/** A task: a call that the server runs in the background, and that is asked for its state. */
export interface TaskView {
  readonly id: string;
  readonly status: "working" | "input_required" | "completed" | "failed" | "cancelled";
  readonly message?: string | undefined;
  /** How often it is asked, in milliseconds. */
  readonly pollMs: number;
  readonly updatedAt: number;
}

/** A task that a server of 2025-11-25 lists. */
export interface ListedTaskView extends Pick<TaskView, "status" | "message"> {
  /** As the server sent it, to name the task to the server. */
  readonly id: string;
  /** Safe to show; the same as in the call that it belongs to. */
  readonly shownId: string;
  readonly createdAt?: number | undefined;
}

/** The answer of `GET /servers/:id/tasks`. */
export interface TasksView {
  readonly tasks: readonly ListedTaskView[];
  /** The number of tasks that are left out because they are invalid. */
  readonly invalid: number;
  /** Whether the server has more of them. */
  readonly isMore: boolean;
}

/** A progress notification in the history of a call. */
export interface ProgressLine extends Progress {
  readonly kind: "progress";
  readonly seq: number;
  readonly at: number;
}

/** A line of `GET /calls/:id/lines`, oldest first. */
export type CallLine = LogLine | ProgressLine;

/** The number of questions that ended with a reason code, such as `rate-limit` or `withdrawn`. */
export interface CallNote {
  readonly reason: string;
  readonly count: number;
  /** Why, for the author of the server: of the first few questions that were refused without being shown. */
  readonly details?: readonly RefusalDetail[] | undefined;
}

/** The rule that a question broke. All texts are safe to show. */
export interface RefusalDetail {
  /** The field concerned. */
  readonly field?: string | undefined;
  readonly rule: string;
  /** What the server's author can do. */
  readonly advice: string;
  /** The schema of the form as JSON, if it is not too large. */
  readonly schema?: string | undefined;
}

/** A progress notification. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}
