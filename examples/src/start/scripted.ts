import type { ProtocolVersion } from "midcall/testing";
import { layColumns } from "./columns.js";
import { goldenOf, outcomeOf } from "./golden.js";
import { invoiceScenarios } from "./scenarios/invoice-scenarios.js";
import { play, type Transcripts, type Wire } from "./play.js";
import { faultScenario } from "./planted-fault.js";
import { createProgress, type ProgressOptions } from "./progress.js";
import type { Scenario } from "./scenarios/scenario.js";
import { scenarios } from "./scenarios/scenarios.js";

export interface ScriptedOptions {
  readonly protocolVersions: readonly ProtocolVersion[];
  readonly transports: readonly Wire["transport"][];
  readonly plantedFault: boolean;
  /** Runs only the scenarios with this text in their title. */
  readonly only: string;
  /** The maximum length of a line, in characters. */
  readonly width: number;
  readonly say: (text: string) => void;
  /** Where to print the progress. */
  readonly progress: Pick<ProgressOptions, "isTerminal" | "write">;
}

interface Played extends Wire {
  readonly transcripts: Transcripts;
}

interface Difference extends Wire {
  readonly title: string;
  readonly expected: string;
  readonly found: string;
}

/** Runs all scenarios on every protocol version and transport, and prints the transcripts. @returns whether every outcome was as expected */
export async function runScripted(options: ScriptedOptions): Promise<boolean> {
  const { protocolVersions, transports, plantedFault, only, say } = options;
  const usual = [...scenarios, ...invoiceScenarios];
  const known = plantedFault ? [...usual, faultScenario] : usual;
  const all = known.filter(({ title }) => title.includes(only));
  if (all.length === 0) throw new Error(`No scenario has "${only}" in its title.`);
  const server = plantedFault ? "faulty-server.js" : "../all.js";
  const wires = transports.flatMap((transport) =>
    protocolVersions.map((protocolVersion): Wire => ({ transport, protocolVersion })),
  );
  say(
    `A scripted user runs ${all.length} scenarios on ${protocolVersions.join(", ")}, over ${transports.join(" and ")}.\n`,
  );
  const runs = all.length * wires.length;
  const progress = createProgress({ total: runs, ...options.progress });
  const played = await Promise.all(
    wires.map(async (wire): Promise<Played> => {
      const onPlayed = (title: string): void =>
        progress.step(`${title}, on ${wire.protocolVersion} over ${wire.transport}`);
      return { ...wire, transcripts: await play(wire, all, server, onPlayed) };
    }),
  ).finally(() => progress.end());
  for (const scenario of all) print(scenario, played, options);

  const differences = all.flatMap(({ title }) =>
    played.flatMap((wire) => differencesOn(wire, title)),
  );
  for (const { title, protocolVersion, transport, expected, found } of differences) {
    say(
      `DIFFERENT  ${title}\n  on ${protocolVersion} over ${transport}\n  expected: ${expected}\n  found:    ${found}\n`,
    );
  }
  const exceptions = all.filter(({ except }) =>
    protocolVersions.some((protocolVersion) => except?.[protocolVersion]),
  ).length;
  say(
    differences.length === 0
      ? `${runs} of ${runs} runs gave the golden outcome (${all.length} scenarios, ${wires.length} wires; ` +
          `${exceptions} scenarios with a noted exception).`
      : `${differences.length} of ${runs} runs differ from the golden outcome.`,
  );
  return differences.length === 0;
}

/** The first difference of a run. Later differences usually follow from it. */
function differencesOn(
  { protocolVersion, transport, transcripts }: Played,
  title: string,
): Difference[] {
  const expected = goldenOf(title, { protocolVersion, transport });
  const found = outcomeOf(transcripts.get(title) ?? []);
  const most = Math.max(expected.length, found.length);
  for (let at = 0; at < most; at++) {
    if (expected[at] === found[at]) continue;
    const line = (lines: readonly string[]): string =>
      (lines[at] ?? "(nothing more)").replaceAll("\n", " | ");
    return [{ title, protocolVersion, transport, expected: line(expected), found: line(found) }];
  }
  return [];
}

function print(
  { title, except }: Scenario,
  played: readonly Played[],
  { protocolVersions, transports, width, say }: ScriptedOptions,
): void {
  say(`== ${title}`);
  for (const [index, transport] of transports.entries()) {
    const columns = played
      .filter((wire) => wire.transport === transport)
      .map((wire) => ({
        heading: `${wire.protocolVersion} over ${transport}: ${differencesOn(wire, title).length === 0 ? "as expected" : "DIFFERENT"}`,
        lines: wire.transcripts.get(title) ?? [],
      }));
    const first = transports[0]!;
    const same =
      index > 0 &&
      protocolVersions.every((protocolVersion) =>
        sameLines(played, title, protocolVersion, first, transport),
      );
    if (same) say(`Over ${transport}: the same, line for line.`);
    else for (const row of layColumns(columns, width)) say(row);
  }
  for (const protocolVersion of protocolVersions) {
    const exception = except?.[protocolVersion];
    if (exception) say(`Exception on ${protocolVersion}: ${exception.because}.`);
  }
  say("");
}

function sameLines(
  played: readonly Played[],
  title: string,
  protocolVersion: ProtocolVersion,
  one: Wire["transport"],
  other: Wire["transport"],
): boolean {
  const linesOver = (transport: Wire["transport"]): string =>
    JSON.stringify(
      played
        .find((wire) => wire.protocolVersion === protocolVersion && wire.transport === transport)
        ?.transcripts.get(title),
    );
  return linesOver(one) === linesOver(other);
}
