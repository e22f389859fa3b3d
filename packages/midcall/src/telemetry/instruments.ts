import type { Counter, Histogram, Meter, UpDownCounter } from "@opentelemetry/api";
import { TELEMETRY_METRICS as NAMES } from "./names.js";

/** The instruments of midcall's metrics. */
export interface Instruments {
  readonly operationDuration: Histogram;
  readonly elicitationDuration: Histogram;
  readonly elicitationCount: Counter;
  readonly elicitationOpen: UpDownCounter;
  readonly rounds: Histogram;
  readonly stateSize: Histogram;
  readonly stateRejected: Counter;
  readonly stepInterrupted: Counter;
  readonly failovers: Counter;
  readonly storeDuration: Histogram;
}

const OPERATION_SECONDS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];
const ANSWER_SECONDS = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800];
const STORE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const ROUNDS = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20];
const BYTES = [256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072];

/** Creates the instruments. */
export function createInstruments(meter: Meter): Instruments {
  const histogram = (
    name: string,
    unit: string,
    explicitBucketBoundaries: number[],
    description: string,
  ): Histogram =>
    meter.createHistogram(name, { unit, description, advice: { explicitBucketBoundaries } });
  return {
    operationDuration: histogram(
      NAMES.operationDuration,
      "s",
      OPERATION_SECONDS,
      "Duration of a request that runs a handler; on 2025 with the time in which a user thinks",
    ),
    elicitationDuration: histogram(
      NAMES.elicitationDuration,
      "s",
      ANSWER_SECONDS,
      "Time from a question to its end",
    ),
    elicitationCount: meter.createCounter(NAMES.elicitationCount, {
      unit: "{elicitation}",
      description: "Questions that ended",
    }),
    elicitationOpen: meter.createUpDownCounter(NAMES.elicitationOpen, {
      unit: "{elicitation}",
      description: "Questions that wait in this process (2025)",
    }),
    rounds: histogram(NAMES.rounds, "{round}", ROUNDS, "Rounds of a finished call (2026-07-28)"),
    stateSize: histogram(NAMES.stateSize, "By", BYTES, "Size of a sealed request state"),
    stateRejected: meter.createCounter(NAMES.stateRejected, {
      unit: "{state}",
      description: "Request states that were refused",
    }),
    stepInterrupted: meter.createCounter(NAMES.stepInterrupted, {
      unit: "{step}",
      description: "Steps that were started before and left no result",
    }),
    failovers: meter.createCounter(NAMES.failovers, {
      unit: "{call}",
      description:
        "Calls that this replica continued because the one that ran them was gone (2025)",
    }),
    storeDuration: histogram(
      NAMES.storeDuration,
      "s",
      STORE_SECONDS,
      "Duration of an operation of the store",
    ),
  };
}
