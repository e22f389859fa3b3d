import { describeError } from "../../describe-error.js";
import { writeFileSync } from "node:fs";
import { listen } from "../../console/listen.js";
import { UsageError } from "../../errors.js";
import { createDoctor } from "./doctor.js";
import { formatOverrides, type HostReport } from "./report/report.js";
import { createSession } from "./session.js";
import { DEFAULT_TIMES, type DoctorTimes } from "./settings.js";
import { createHttpHandler } from "./wire/http.js";
import { serveLines } from "./wire/stdio.js";

/** Options of {@link runDoctorHost}. */
export interface DoctorHostOptions {
  /** The port on 127.0.0.1; 0 for any free one. Default: standard input and output. */
  readonly httpPort?: number | undefined;
  /** The file for the reports, as JSON. */
  readonly json?: string | undefined;
  /** The file for the host overrides, as a module. */
  readonly write?: string | undefined;
  readonly times?: Partial<DoctorTimes>;
  /** Ends the server. */
  readonly signal: AbortSignal;
}

/** Serves the doctor to a host until the host or the user ends it. @returns the exit code */
export async function runDoctorHost(options: DoctorHostOptions): Promise<number> {
  const { httpPort, signal } = options;
  const save = (reports: readonly HostReport[]): void => writeFiles(reports, options);
  save([]);
  const doctor = await createDoctor({ ...DEFAULT_TIMES, ...options.times }, (reports) => {
    try {
      save(reports);
    } catch (error) {
      console.error(describeError(error));
    }
  });
  const ended = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  try {
    if (httpPort === undefined) {
      const session = createSession(doctor);
      await Promise.race([serveLines(session, process.stdin, process.stdout), ended]);
      session.close();
    } else {
      const handler = createHttpHandler(doctor);
      const listener = await listen((request) => handler.fetch(request), httpPort, "--http");
      console.error(`The doctor is at http://127.0.0.1:${listener.port}/mcp. Ctrl-C ends it.`);
      await ended;
      handler.close();
      await listener.close();
    }
    // What was still open has ended now, and is recorded.
    await new Promise((resolve) => setImmediate(resolve));
    doctor.changed();
    return 0;
  } finally {
    process.stdin.destroy();
    await doctor.visits.close();
  }
}

/** @throws UsageError when a file cannot be written */
function writeFiles(
  reports: readonly HostReport[],
  { json, write }: Pick<DoctorHostOptions, "json" | "write">,
): void {
  const put = (file: string | undefined, text: string): void => {
    if (file === undefined) return;
    try {
      writeFileSync(file, text);
    } catch (cause) {
      throw new UsageError(`Cannot write ${file}: ${(cause as Error).message}.`, { cause });
    }
  };
  put(json, `${JSON.stringify({ reports }, undefined, 2)}\n`);
  put(write, overridesModule(reports));
}

function overridesModule(reports: readonly HostReport[]): string {
  const overrides = reports.flatMap((report) => report.overrides);
  const option = formatOverrides(overrides)
    .replace(/,$/, "")
    .replace(/^hostOverrides: /, "");
  return [
    "// What midcall doctor found. For createElicitation({ hostOverrides }).",
    'import type { HostOverride } from "midcall/server";',
    "",
    `export const hostOverrides = (known: readonly HostOverride[]): HostOverride[] => ${option.replace(/^\(known\) => /, "")};`,
    "",
  ].join("\n");
}
