/** The times of the doctor, in milliseconds. */
export interface DoctorTimes {
  /** The clock that answers are timed with. */
  readonly now: () => number;
  /** An answer that is faster is no person's. 0 if a script answers. */
  readonly fastestMs: number;
  /** How long the doctor waits for an answer. */
  readonly answerMs: number;
  /** After this time, `examine` starts no further question: hosts limit the time of a call. */
  readonly callMs: number;
  /** How long the person is asked to leave a question open. */
  readonly staysOpenMs: number;
  /** How long the doctor waits for the page of an accepted link. */
  readonly visitMs: number;
  /** How often progress is reported. */
  readonly progressMs: number;
}

export const DEFAULT_TIMES: DoctorTimes = {
  now: () => performance.now(),
  fastestMs: 250,
  answerMs: 120_000,
  callMs: 45_000,
  staysOpenMs: 10_000,
  visitMs: 5_000,
  progressMs: 2_000,
};
