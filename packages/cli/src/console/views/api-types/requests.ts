import type { ToolView } from "./lists.js";
import type { MessagePart } from "./results.js";
import type { RootView } from "./servers.js";

interface RequestBase {
  readonly id: string;
  readonly serverId: string;
  /** The user's name for the server. */
  readonly server: string;
  /** The id of the call it belongs to, if that is known. */
  readonly call?: string | undefined;
  readonly askedAt: number;
  /** When it ends without an answer, in milliseconds since 1970. */
  readonly endsAt: number;
  /** Whether the user must decide first whether it may be shown: all content is empty until then. */
  readonly needsApproval: boolean;
  /** Why it ended without an answer: it is shown until the user dismisses it, without its content. */
  readonly ended?: "withdrawn" | "deadline" | undefined;
}

/** A server asks for a message of a model, which the user writes by hand. */
export interface SamplingRequestView extends RequestBase {
  readonly kind: "sampling";
  readonly messages: readonly MessagePart[];
  readonly systemPrompt?: string | undefined;
  /** Names of models that the server would like, best first. */
  readonly modelHints: readonly string[];
  /** From 0 to 1, if the server says. */
  readonly priorities: {
    readonly cost?: number | undefined;
    readonly speed?: number | undefined;
    readonly intelligence?: number | undefined;
  };
  readonly maxTokens?: number | undefined;
  readonly temperature?: number | undefined;
  readonly stopSequences: readonly string[];
  /** The context that the server would like to be included, such as `thisServer`. */
  readonly includeContext?: string | undefined;
  /** The tools that the model may use. */
  readonly tools: readonly ToolView[];
  /** `auto`, `required` or `none`. */
  readonly toolChoice?: string | undefined;
}

/** A server asks for the roots, and the user has saved none for it. */
export interface RootsRequestView extends RequestBase {
  readonly kind: "roots";
}

/** A request of a server that is not a question: for sampling or for roots. */
export type RequestView = SamplingRequestView | RootsRequestView;

/** The body of `POST /requests/:id/answer` for sampling. */
export interface SamplingAnswer {
  /** The text of the message, or instead `content`. */
  readonly text?: string | undefined;
  /** The content of the message as the protocol has it: one block, or a list with the tools to be used. */
  readonly content?: unknown;
  /** The name of the model that wrote it. */
  readonly model: string;
  readonly stopReason?: string | undefined;
}

/** The body of `POST /requests/:id/answer` for roots. They are saved for the server. */
export interface RootsAnswer {
  readonly roots: readonly RootView[];
}
