import type { Inbox } from "midcall/client";
import type { StateDir } from "../state-dir.js";
import { type CallRecorder, createCallRecorder } from "./call-recorder.js";
import { createReplay, type Replay } from "./replay.js";
import { openScenarioStore, type ScenarioStore } from "./scenario-store.js";

/** Recording, keeping and replaying calls with their answers. */
export interface Scenarios {
  readonly store: ScenarioStore;
  readonly recorder: CallRecorder;
  readonly replay: Replay;
  /** The id of the call of a question; `undefined` if it is not certain. */
  callOf(question: string): string | undefined;
}

export interface ScenariosOptions {
  readonly state: StateDir;
  readonly inbox: Inbox;
  callOf(question: string): string | undefined;
  onError(error: unknown): void;
}

/** Loads the scenarios. @throws ConsoleError when their file cannot be read */
export async function openScenarios(options: ScenariosOptions): Promise<Scenarios> {
  const { state, inbox, callOf, onError } = options;
  const store = await openScenarioStore(state, onError);
  const recorder = createCallRecorder();
  return { store, recorder, replay: createReplay({ inbox, callOf, recorder }), callOf };
}
