import type {
  AttachError,
  QuestionError,
  DuplicateQuestionError,
  CannotElicitError,
  UnansweredError,
  NoPrincipalError,
  SecretGoneError,
  LimitError,
  ReplayMismatchError,
  StepKeyError,
  StepNestingError,
  StepValueError,
  StepInterruptedError,
  StoreFailedError,
  StateError,
} from "./errors.js";
import type { PageOutcomeError } from "./credentials/page-outcome.js";

/** Every error that `midcall/server` throws or ends a call with. */
export type ServerError =
  | AttachError
  | QuestionError
  | DuplicateQuestionError
  | CannotElicitError
  | UnansweredError
  | NoPrincipalError
  | SecretGoneError
  | PageOutcomeError
  | LimitError
  | ReplayMismatchError
  | StepKeyError
  | StepNestingError
  | StepValueError
  | StepInterruptedError
  | StoreFailedError
  | StateError;
