/** What is done to a fleet, and what comes of it. */
import { callOnce } from "./host.mjs";

/**
 * What is waited for, in milliseconds, when the table is measured. limitMs: for the end of a call, as a user answers after a
 * second, and a client comes back after one or two; limitAfterKillMs: the same where a process dies, as leases of such
 * processes may have to run out; settlesMs: between the connection and the call; thinksMs: by the user.
 */
const TIMES = { limitMs: 30_000, limitAfterKillMs: 45_000, settlesMs: 1_000, thinksMs: 1_000 };
const DAY = "Monday";

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const says = { action: "accept", content: { day: DAY } };

/** All requests of a client. */
const everything = (replica) =>
  Object.fromEntries(
    ["initialize", "stream", "resume", "call", "answer", "other", "end"].map((kind) => [
      kind,
      replica,
    ]),
  );

const replicas = [0, 1, 2];
/** `initialize` reaches the first process; the stream, the call and the answer reach each of the three. */
const everyWay = replicas.flatMap((stream) =>
  replicas.flatMap((call) =>
    replicas.map((answer) => ({ ...everything(0), other: stream, stream, call, answer })),
  ),
);

/**
 * The scenarios in their order; the last one kills a process.
 *
 * id: in the results; title: in the table; routes: one for each call, all at once; hasStream: whether the client opens a GET
 * stream; kills: the process that dies while the question is open.
 *
 * @type {readonly { id: string, title: string, routes: readonly Record<string, number>[], hasStream: boolean, kills?: number }[]}
 */
export const scenarios = [
  { id: "one", title: "All requests reach one replica", routes: [everything(0)], hasStream: true },
  { id: "one-no-get", title: "The same, no GET stream", routes: [everything(0)], hasStream: false },
  {
    id: "answer-elsewhere",
    title: "The answer reaches another one",
    routes: [{ ...everything(0), answer: 1 }],
    hasStream: true,
  },
  {
    id: "answer-elsewhere-no-get",
    title: "The same, no GET stream",
    routes: [{ ...everything(0), answer: 1 }],
    hasStream: false,
  },
  { id: "no-stickiness", title: "No stickiness", routes: everyWay, hasStream: true },
  {
    id: "owner-killed",
    title: "The owner is killed while the question is open",
    routes: [everything(0)],
    hasStream: true,
    kills: 0,
  },
];

/**
 * @param {(typeof scenarios)[number]} scenario
 * @param options.times - what is waited for, where it is not as for the table
 * @returns completed, of, asked and held: the most for one call; error: the most frequent one
 */
export async function runScenario(
  { id, routes, hasStream, kills },
  { fleet, peer, client, times = TIMES },
) {
  const { settlesMs, thinksMs } = times;
  const limitMs = kills === undefined ? times.limitMs : times.limitAfterKillMs;
  const results = await Promise.all(
    routes.map(async (route, index) => {
      const room = `${id}-${client}-${index}`;
      fleet.setRoute(room, route);
      const answer = async () => {
        await pause(thinksMs);
        if (kills === undefined) return says;
        await fleet.kill(kills);
        // The client has time to find out, and to come back.
        await pause(3 * thinksMs);
        return says;
      };
      const { url } = fleet;
      const { path } = peer;
      const result = await callOnce({
        ...{ client, url, path, route: room, room, hasStream, answer, limitMs, settlesMs },
      });
      return { ...result, isRight: result.text === `${room} on ${DAY}`, held: fleet.held(room) };
    }),
  );
  const errors = results.filter(({ isRight }) => !isRight).map(({ error, text }) => error ?? text);
  const countOf = (error) => errors.filter((one) => one === error).length;
  const [error] = errors.toSorted((one, other) => countOf(other) - countOf(one));
  return {
    completed: results.length - errors.length,
    of: results.length,
    asked: Math.max(...results.map(({ asked }) => asked)),
    held: Math.max(...results.map(({ held }) => held)),
    ...(error !== undefined && { error }),
  };
}
