import {
  type Clock,
  createManualClock,
  createSimulatedHost,
  type HostTraits,
  type Message,
  type ShownQuestion,
  type SimulatedHost,
  sound,
  type User,
  type UserAct,
} from "../../../../midcall/test/hosts/parts/index.js";
import { createDoctor } from "../../../src/doctor/host/doctor.js";
import type { HostReport } from "../../../src/doctor/host/report/report.js";
import { createSession } from "../../../src/doctor/host/session.js";
import { DEFAULT_TIMES, type DoctorTimes } from "../../../src/doctor/host/settings.js";

type Schema = Readonly<Record<string, unknown>>;

/** What the messages of the doctor ask a person to enter. */
function valueFor(message: string, schema: Schema): unknown {
  if (schema["default"] !== undefined) return schema["default"];
  if (message.includes("Leave the field empty")) return undefined;
  if (schema["type"] === "boolean") return true;
  if (schema["type"] === "array") return ["red", "blue"];
  if (schema["enum"] !== undefined || schema["oneOf"] !== undefined) return "green";
  const number = /the number ([\d.]+)/.exec(message)?.[1];
  if (number !== undefined) return Number(number);
  return (
    /\b\d{4}-\d\d-\d\dT[\d:]+Z/.exec(message)?.[0] ??
    /\b\d{4}-\d\d-\d\d\b/.exec(message)?.[0] ??
    /the (?:word|letter|address) (\S+)/.exec(message)?.[1]
  );
}

/** What a person fills in who does what the message says. */
export function contentFor({
  message,
  requestedSchema,
}: Pick<ShownQuestion, "message" | "requestedSchema">): Record<string, unknown> {
  const { properties = {} } = (requestedSchema ?? {}) as { properties?: Record<string, Schema> };
  const values = Object.entries(properties).map(([name, schema]) => [
    name,
    valueFor(message, schema),
  ]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** What the message of a question asks for. */
export function actionFor(message: string): "accepts" | "declines" | "closes" {
  if (/close this/.test(message)) return "closes";
  return /press decline/i.test(message) ? "declines" : "accepts";
}

/** A person who does what the messages say. @param opened - takes the links that they open */
export function obedient(opened: (url: string) => void): User {
  return (question): UserAct => {
    const does = actionFor(question.message);
    if (does !== "accepts") return { does, afterMs: 4_000 };
    if (question.mode === "url") {
      opened(question.url!);
      return { does, afterMs: 4_000 };
    }
    const afterMs = question.message.startsWith("Do nothing") ? 12_000 : 4_000;
    return { does, content: contentFor(question), afterMs };
  };
}

export interface Examination extends AsyncDisposable {
  readonly host: SimulatedHost;
  readonly clock: Clock;
  /** Has the host call `examine` until nothing is left, or as often as said. */
  examine(mostCalls?: number): Promise<HostReport>;
  results(): Promise<HostReport>;
}

export interface ExaminationOptions {
  readonly traits?: Partial<HostTraits>;
  readonly times?: Partial<DoctorTimes>;
  /** Changes what the user of the host does. */
  readonly user?: (question: ShownQuestion, act: UserAct) => UserAct;
  /** Changes what the host sends. */
  readonly sends?: (message: Message) => Message;
  /** Links are opened: when they are accepted, at once, or never. */
  readonly opens?: "accepted" | "at-once" | "never";
}

/** A simulated host and the doctor, in one process, on a clock that passes without waiting. */
export async function createExamination(options: ExaminationOptions = {}): Promise<Examination> {
  const { opens = "accepted", sends = (message) => message } = options;
  const clock = createManualClock();
  const times = { ...DEFAULT_TIMES, answerMs: 20_000, visitMs: 300, now: clock.now };
  const doctor = await createDoctor({ ...times, ...options.times }, () => {});
  const session = createSession(doctor);
  let accepted: string[] = [];
  let onMessage: (message: Message) => void = () => {};
  const deliver = (message: unknown): void => {
    const text = JSON.stringify(message);
    setImmediate(() => onMessage(JSON.parse(text) as Message));
  };
  const person = obedient((url) => {
    if (opens === "accepted") accepted.push(url);
  });
  const host = await createSimulatedHost({
    link: {
      async start(listener) {
        onMessage = listener;
      },
      async send(message) {
        for (const url of accepted) await fetch(url);
        accepted = [];
        const text = JSON.stringify(sends(message));
        setImmediate(() =>
          session.receive(JSON.parse(text) as Message, (sent) => {
            const asked = JSON.stringify(sent);
            const url = /http:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec(asked)?.[0];
            if (opens === "at-once" && url !== undefined)
              void fetch(url).then(() => deliver({ jsonrpc: "2.0", ...sent }));
            else deliver({ jsonrpc: "2.0", ...sent });
          }),
        );
      },
      async close() {
        session.close();
        await doctor.visits.close();
      },
    },
    traits: { ...sound, ...options.traits },
    user: (question) => options.user?.(question, person(question)) ?? person(question),
    clock,
  });
  const results = async (): Promise<HostReport> => {
    const end = await host.callTool("results");
    if (end.kind !== "result") throw new Error(`results: ${JSON.stringify(end)}`);
    return end.result["structuredContent"] as HostReport;
  };
  return {
    host,
    clock,
    async examine(mostCalls = 20) {
      for (let count = 0; count < mostCalls; count++) {
        await host.callTool("examine");
        const { rows } = await results();
        if (!rows.some(({ finding }) => finding === "not-asked" || finding === "open")) break;
      }
      return results();
    },
    results,
    [Symbol.asyncDispose]: () => host.close(),
  };
}

/** The findings of a report, by probe, without those that are right or cannot be examined. */
export function faultsOf({ rows }: HostReport): Record<string, string> {
  const faults = rows.filter(({ status }) => status === "defect" || status === "unclear");
  return Object.fromEntries(faults.map(({ probe, finding }) => [probe, finding]));
}

/** The finding of a probe. */
export const findingOf = ({ rows }: HostReport, name: string): string | undefined =>
  rows.find(({ probe }) => probe === name)?.finding;
