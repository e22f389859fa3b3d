import type { Ask, Asked } from "./exchange.js";
import { grade } from "./grade/grade.js";
import type { Received } from "./grade/received.js";
import type { ProtocolVersion } from "./host-facts.js";
import type { Probe, ProbeQuestion } from "./probes/probe.js";
import type { Grading, HostResults } from "./report/host-results.js";
import type { DoctorTimes } from "./settings.js";
import type { VisitedLink, Visits } from "./visits.js";

export interface ProbeRun {
  readonly ask: Ask;
  readonly results: HostResults;
  readonly visits: Visits;
  readonly times: DoctorTimes;
  /** Tells the host that what a link led to is done (2025-11-25). */
  readonly complete: (elicitationId: string) => void;
}

/** Clients give a call up that needs more rounds than they allow: the official one after ten. */
const MOST_ROUNDS = 8;

/**
 * Asks the questions of these probes, one probe after the other, and records what came back. It ends early when a question
 * gets no answer, because the call has probably been given up, and when the time or the rounds of a call are used up.
 */
export async function runProbes(probes: readonly Probe[], run: ProbeRun): Promise<void> {
  const start = run.times.now();
  const isRounds = run.results.host.protocolVersion === "2026-07-28";
  let rounds = 0;
  for (const probe of probes) {
    rounds += probe.rounds.length;
    if (isRounds && rounds > MOST_ROUNDS) return;
    if (run.times.now() - start >= run.times.callMs) return;
    if (!(await runProbe(probe, run))) return;
  }
}

/** @returns whether every question got an answer */
async function runProbe(probe: Probe, run: ProbeRun): Promise<boolean> {
  const gradings: Grading[] = [];
  for (const round of probe.rounds) {
    const links = round.map(({ mode }) => (mode === "url" ? run.visits.createLink() : undefined));
    const asked = round.map((question, at) =>
      askedOf(question, links[at], run.results.host.protocolVersion),
    );
    run.results.set(probe, [...gradings, { finding: "open" }]);
    const sentAt = run.times.now();
    const received = await run.ask(asked);
    for (const [at, question] of round.entries()) {
      gradings.push(await gradeOne(question, received[at]!, { link: links[at], sentAt, run }));
    }
    run.results.set(probe, [...gradings]);
    if (received.some(({ kind }) => kind === "none")) return false;
  }
  return true;
}

interface Circumstances {
  readonly link: VisitedLink | undefined;
  readonly sentAt: number;
  readonly run: ProbeRun;
}

async function gradeOne(
  question: ProbeQuestion,
  received: Received,
  { link, sentAt, run }: Circumstances,
): Promise<Grading> {
  const { times } = run;
  if (link === undefined) return { finding: grade(question, received, times), received };
  // A browser may take a moment; a page that must not be opened is not waited for.
  if (grade(question, received, times, undefined) === "link-not-opened")
    await link.opened(times.visitMs);
  const openedAt = link.openedAt();
  if (openedAt !== undefined) run.complete(link.id);
  const visit = openedAt === undefined ? undefined : openedAt - sentAt;
  return { finding: grade(question, received, times, visit), received };
}

function askedOf(
  question: ProbeQuestion,
  link: VisitedLink | undefined,
  version: ProtocolVersion,
): Asked {
  const { message, schema } = question;
  if (link === undefined) {
    const mode = version === "2025-06-18" ? {} : { mode: "form" };
    return { question, params: { ...mode, message, requestedSchema: schema } };
  }
  const id = version === "2025-11-25" ? { elicitationId: link.id } : {};
  return { question, params: { mode: "url", message, url: link.url, ...id } };
}
