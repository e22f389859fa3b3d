import type { Answer } from "../../contracts/answers.js";
import type { Draft, FormQuestion, Question } from "../elicitation/question.js";
import type { RequestChannel } from "../framework/request-channel.js";
import type { Placement, QuestionKind } from "../fallback/placements.js";
import type { FallbackWay } from "../fallback/ways.js";
import type { HostCapabilities } from "../host/capabilities.js";
import type { Settings } from "../options.js";
import type { FlowState } from "../state/records.js";
import type { Journal } from "./journal/journal.js";
import type { StepParts, StepRunner } from "./steps.js";

/** The parts that one run of a handler needs. */
export interface CallParts {
  readonly settings: Settings;
  readonly host: HostCapabilities;
  readonly channel: Pick<RequestChannel, "signal">;
  readonly journal: Journal;
  readonly createSteps: (
    replay: StepParts["replay"],
    activity: StepParts["activity"],
  ) => StepRunner;
  /** The state of earlier rounds. */
  readonly state: FlowState;
  /** Where a question can be put, best first. */
  readonly placesFor: (question: Draft) => readonly Placement[];
  /** The same for a kind of questions. */
  readonly placements: (kind: QuestionKind) => readonly Placement[];
  /** The ways in which a question of this call may reach its user. */
  readonly ways: readonly FallbackWay[];
  /** Whether the handler is run again for every answer, and does not wait for it in memory. */
  readonly isRerun: boolean;
  /** Whether the next identical call gets the result if this request is given up. */
  readonly isSaved: boolean;
  /** Asks on a page whose link the host shows. */
  readonly askByUrl: (question: FormQuestion & Question) => Promise<Answer<unknown>>;
  /** Digests of the questions that earlier rounds asked. */
  readonly known: ReadonlySet<string>;
  /** The user the call is bound to, where one is known. */
  readonly principal: string | undefined;
  /** The tool, prompt or resource, for messages. */
  readonly subject: string;
}
