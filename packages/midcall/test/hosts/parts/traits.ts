import type { ProtocolVersion } from "midcall/testing";

/** What a host does with a question that it is asked. */
export type OnQuestion =
  /** Shows it to its user. */
  | { readonly does: "shows" }
  /** Answers it by itself, at once, without showing it. */
  | {
      readonly does: "answers-itself";
      readonly action: "accept" | "decline" | "cancel";
      readonly afterMs: number;
    }
  /** Shows it, and sends what it has selected by itself for a key that was meant for something else. */
  | { readonly does: "stray-key"; readonly afterMs: number }
  /** Neither shows nor answers it. */
  | { readonly does: "hangs" }
  /** Answers with a JSON-RPC error. On 2026-07-28, which has no such answer, it tells the model of an error. */
  | { readonly does: "fails"; readonly code: number }
  /** 2026-07-28: takes the result that asks for the final one. On 2025, where nothing can be dropped: hangs. */
  | { readonly does: "drops-rounds" };

/** How a host renders views of servers (MCP Apps). */
export interface AppTraits {
  /**
   * What happens to `_meta` of a result: `hidden` from the model, as it has to be; `leaked` to it; `dropped`, so that
   * not even the view gets it.
   */
  readonly meta: "hidden" | "leaked" | "dropped";
  /** Whether tools for views only are hidden from the model. */
  readonly hidesTools: boolean;
  /** Whether a view can have the user say something in the chat. */
  readonly messages: boolean;
}

/** Everything in which simulated hosts differ. */
export interface HostTraits {
  readonly protocolVersion: ProtocolVersion;
  readonly name: string;
  readonly version: string;
  /** The `elicitation` capability: `bare` is `{}`, `none` is not declared. */
  readonly declares: "none" | "bare" | "form" | "url" | "both";
  readonly onQuestion: OnQuestion;
  /** An accept is sent with `{}`, whatever the user has filled in. */
  readonly emptiesAccepts: boolean;
  /** Closing a question is reported as a decline. */
  readonly cancelIsDecline: boolean;
  /** When a call is given up, and whether the server is told. */
  readonly callTimeout: { readonly ms: number; readonly notifies: boolean };
  /** What progress does: it extends the time of a call, is ignored, or is not asked for. */
  readonly progress: "extends" | "ignored" | "unwanted";
  /** Answers that come after the call was given up are sent all the same. */
  readonly answersLate: boolean;
  /** Accepts are sent to questions that nobody has asked, beside each one that was asked. */
  readonly straysAnswers: boolean;
  readonly apps: AppTraits | undefined;
}

/** A host without defects. */
export const sound: HostTraits = {
  protocolVersion: "2025-11-25",
  name: "simulated",
  version: "1.0.0",
  declares: "both",
  onQuestion: { does: "shows" },
  emptiesAccepts: false,
  cancelIsDecline: false,
  callTimeout: { ms: 60_000, notifies: true },
  progress: "extends",
  answersLate: false,
  straysAnswers: false,
  apps: undefined,
};

/** The capabilities that a host with these traits declares. */
export function capabilitiesOf({
  declares,
  apps,
}: Pick<HostTraits, "declares" | "apps">): Record<string, unknown> {
  const modes = {
    none: undefined,
    bare: {},
    form: { form: {} },
    url: { url: {} },
    both: { form: {}, url: {} },
  }[declares];
  return {
    ...(modes && { elicitation: modes }),
    ...(apps && {
      extensions: {
        "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] },
      },
    }),
  };
}
