import { safeJson } from "../../../safe-text.js";
import { type Finding, FINDINGS, type Status } from "../grade/findings.js";
import type { Received } from "../grade/received.js";
import type { HostFacts } from "../host-facts.js";
import { obstacle } from "../probes/probes.js";
import type { Probe } from "../probes/probe.js";

/** One line of the result. */
export interface Row {
  readonly probe: string;
  readonly about: string;
  readonly status: Status;
  readonly finding: Finding;
  readonly means: string;
  readonly todo: string;
  /** How long it took, in milliseconds. */
  readonly tookMs?: number;
  /** What came back, as JSON, shortened. */
  readonly received?: string;
}

/** What was found out about one question. */
export interface Grading {
  readonly finding: Finding;
  readonly received?: Received;
}

const LONGEST_RECEIVED = 300;

/** What was found out about one host on one protocol version. */
export class HostResults {
  readonly host: HostFacts;
  readonly #probes: readonly Probe[];
  readonly #graded = new Map<string, readonly Grading[]>();
  readonly #observed = new Map<string, Row>();
  #timeLimitMs: number | undefined;

  constructor(host: HostFacts, probes: readonly Probe[]) {
    this.host = host;
    this.#probes = probes;
  }

  set(probe: Probe, gradings: readonly Grading[]): void {
    this.#graded.set(probe.name, gradings);
  }

  /** What was found out beside the questions. */
  observe(probe: string, about: string, finding: Finding, tookMs?: number): void {
    this.#observed.set(probe, {
      probe,
      about,
      ...lineOf(finding),
      ...(tookMs !== undefined && { tookMs: Math.round(tookMs) }),
    });
  }

  /** When the host gave up a call without progress. */
  get timeLimitMs(): number | undefined {
    return this.#timeLimitMs;
  }
  set timeLimitMs(ms: number | undefined) {
    this.#timeLimitMs = ms;
  }

  gradingsOf(probe: Probe): readonly Grading[] {
    return this.#graded.get(probe.name) ?? [];
  }

  /** The probes of a mode, with what was found out. */
  examined(mode: "form" | "url"): readonly (readonly [Probe, readonly Grading[]])[] {
    return this.#probes
      .filter((probe) => probe.mode === mode && this.#graded.has(probe.name))
      .map((probe) => [probe, this.gradingsOf(probe)] as const);
  }

  /** The probes that this host can be examined with and was not. */
  left(): readonly Probe[] {
    return this.#probes.filter(
      (probe) => obstacle(probe, this.host) === undefined && !this.#graded.has(probe.name),
    );
  }

  canBeAsked(probe: Probe): boolean {
    return obstacle(probe, this.host) === undefined;
  }

  forget(): void {
    this.#graded.clear();
  }

  rows(): readonly Row[] {
    return [...this.#probes.map((probe) => this.#rowOf(probe)), ...this.#observed.values()];
  }

  #rowOf(probe: Probe): Row {
    const { name, about } = probe;
    const gradings = this.gradingsOf(probe);
    const worst = gradings.find(({ finding }) => finding !== "right") ?? gradings.at(-1);
    if (worst === undefined)
      return { probe: name, about, ...lineOf(obstacle(probe, this.host) ?? "not-asked") };
    const { received } = worst;
    return {
      probe: name,
      about,
      ...lineOf(worst.finding),
      ...(received && { tookMs: Math.round(received.tookMs), received: shorten(received) }),
    };
  }
}

function lineOf(finding: Finding): Pick<Row, "status" | "finding" | "means" | "todo"> {
  const { status, means, todo } = FINDINGS[finding];
  return { status, finding, means, todo };
}

function shorten(received: Received): string {
  const text =
    received.kind === "result"
      ? safeJson(received.result)
      : safeJson(
          received.kind === "error"
            ? { error: { code: received.code, message: received.message } }
            : { none: received.why },
        );
  return text.length > LONGEST_RECEIVED ? `${text.slice(0, LONGEST_RECEIVED)}…` : text;
}
