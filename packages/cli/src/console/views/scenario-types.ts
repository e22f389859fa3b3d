/*
 * The data of scenarios that the console's API and its page exchange. Types only: both sides import them.
 */
import type { CallKind } from "./api-types.js";

/** A saved scenario: a call and the answers to its questions. */
export interface ScenarioView {
  readonly id: string;
  readonly name: string;
  /** The user's name for the server that it was recorded with, or `undefined` for an imported one. */
  readonly server?: string | undefined;
  readonly kind: CallKind;
  /** The tool's or prompt's name, or the resource's URI. */
  readonly target: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The arguments that were left out because they seem to be secrets; they are entered for each run. */
  readonly ask: readonly string[];
  /** The `_meta` of its requests. */
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
  /** Whether it is called as a task. */
  readonly asTask?: boolean | undefined;
  readonly answers: readonly ScenarioAnswerView[];
  readonly savedAt: number;
}

/** An answer of a scenario. */
export interface ScenarioAnswerView {
  /** The message of the question; `*` matches any text. */
  readonly message: string;
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Readonly<Record<string, unknown>> | undefined;
  readonly url?: string | undefined;
  /** The fields that were left out because they seem to ask for a secret; the question is answered by hand. */
  readonly ask: readonly string[];
}

/** The answer of `GET /scenarios`. */
export interface ScenariosView {
  /** Newest first. */
  readonly scenarios: readonly ScenarioView[];
}

/** The body of `POST /scenarios`: saves the answers of a call. */
export interface SaveScenario {
  /** The id of the call. */
  readonly call: string;
  readonly name: string;
}

/** The body of `POST /scenarios/:id/run`. */
export interface RunScenario {
  /** The id of the server. */
  readonly server: string;
  /** The values of `ask`. */
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
}

/** The answer of `GET /scenarios/runs/:call`. */
export interface ScenarioRunView {
  /** The questions that the scenario did not answer, and why: the user answers them. */
  readonly byHand: readonly { readonly message: string; readonly why: string }[];
  /** The messages of the answers that were not used, once the call has ended. */
  readonly unused: readonly string[];
}
