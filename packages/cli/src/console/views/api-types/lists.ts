import type { IconView } from "./servers.js";

/** A tool. */
export interface ToolView {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** As sent by the server; untrusted. `undefined` if it is too large. */
  readonly inputSchema: unknown;
  /** The server's annotations of the tool, such as `destructive`. */
  readonly hints: readonly string[];
  /** Whether it can, or must, be called as a task of 2025-11-25. */
  readonly taskSupport?: "optional" | "required" | undefined;
  readonly icon?: IconView | undefined;
}

/** A prompt. */
export interface PromptView {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgumentView[];
  readonly icon?: IconView | undefined;
}

/** An argument of a prompt. Its value is text. */
export interface PromptArgumentView {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly required: boolean;
}

/** A resource. */
export interface ResourceView {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType?: string | undefined;
  /** In bytes, as the server says. */
  readonly size?: number | undefined;
  readonly icon?: IconView | undefined;
}

/** A template of resources. */
export interface ResourceTemplateView {
  readonly uriTemplate: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType?: string | undefined;
  /** The names of its variables. */
  readonly variables: readonly string[];
  /** Those of them that stand in the query alone, and may be left out. */
  readonly optionalVariables: readonly string[];
  readonly icon?: IconView | undefined;
}

/** The answer of `GET /servers/:id/prompts`. */
export interface PromptsView {
  readonly prompts: readonly PromptView[];
  /** Why the list could not be read. */
  readonly problem?: string | undefined;
}

/** The answer of `GET /servers/:id/resources`. */
export interface ResourcesView {
  readonly resources: readonly ResourceView[];
  readonly templates: readonly ResourceTemplateView[];
  /** Why a list could not be read. */
  readonly problem?: string | undefined;
}

/** The body of `POST /servers/:id/complete`. */
export interface CompleteArgument {
  readonly of: { readonly kind: "prompt" | "resource"; readonly name: string };
  readonly argument: string;
  readonly value: string;
  /** The other arguments entered so far. */
  readonly others?: Readonly<Record<string, string>> | undefined;
}

/** The answer of `POST /servers/:id/complete`. */
export interface CompletionView {
  /** As the server sent them, limited in number and length. */
  readonly values: readonly string[];
  readonly hasMore: boolean;
}
