import type { AppAnswer } from "../../../src/contracts/app.js";
import type { NextStep } from "../host/tell-model.js";
import type { ShownQuestion } from "./read-question.js";

/** Who asks, for the texts after a question. */
export interface Asker {
  readonly server: string;
  readonly tool: string;
}

/** Who asks, where that is not known. */
export const NOBODY: Asker = { server: "", tool: "" };

/** Who asks a question. */
export const askerOf = (question: ShownQuestion | undefined): Asker =>
  question ? { server: question.form.server, tool: question.tool } : NOBODY;

/**
 * What the View shows.
 *
 * - `connecting`, `no-host`: the host has not introduced itself yet, or not at all.
 * - `running`: the tool runs. `looking`: the server is asked whether the question is still open.
 * - `empty`: there is no question. `unreadable`: there is one that cannot be shown here.
 * - `asking`: the question.
 * - `done`: the user has answered here. `next` is missing while the model is being told; `host` stands for an elicitation,
 *   which the host itself takes back.
 * - `over`: the question has ended without an answer from here.
 */
export type ViewState =
  | { readonly phase: "connecting" | "no-host" | "running" | "looking" | "empty" | "unreadable" }
  | { readonly phase: "asking"; readonly question: ShownQuestion }
  | {
      readonly phase: "done";
      readonly action: AppAnswer["action"];
      readonly next: NextStep | "host" | undefined;
      readonly asker: Asker;
    }
  | {
      readonly phase: "over";
      readonly why: "answered" | "closed" | "expired" | "unknown";
      readonly asker: Asker;
    };

/** The phases that are left when a question arrives later. */
export const isIdle = ({ phase }: ViewState): boolean =>
  phase === "connecting" || phase === "no-host" || phase === "running" || phase === "empty";
