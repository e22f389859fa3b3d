import { randomBytes } from "node:crypto";
import { canonicalJson, digest } from "./canonical-json.js";
import { LimitError, StateError } from "../errors.js";
import type { Settings } from "../options.js";

/** How a recorded question ended. Of what the schema made of the content, only what differs is kept: see `o` and `x`. */
export interface AnswerEntry {
  readonly t: "q";
  /** Key. */
  readonly k: string;
  /** Digest of what the person saw. */
  readonly d: string;
  /** The beginning of the wording, for the mismatch message. */
  readonly w: string;
  /** Accept, decline, cancel, unanswered. */
  readonly a: "a" | "d" | "c" | "u";
  /** Milliseconds the answer took. */
  readonly m: number;
  /** Content of an accept. */
  readonly c?: unknown;
  /** The schema's output, when it is not the content itself. */
  readonly o?: readonly [unknown];
  /** The output is no JSON: derive it from the content again. */
  readonly x?: 1;
  /** Reason of an unanswered. */
  readonly r?: string;
  /** The host's error: code and message. */
  readonly e?: readonly [number, string];
  /** A URL interaction seen to its end. */
  readonly f?: 1;
  /** Its deadline aborted the handler's signal. */
  readonly b?: 1;
  /** It has no key, and was asked after a wait outside of steps. */
  readonly g?: 1;
}

/** A finished step: its value, or the error it threw. */
export interface StepEntry {
  readonly t: "s";
  readonly k: string;
  readonly v?: unknown;
  readonly e?: { readonly name: string; readonly message: string; readonly code?: string | number };
}

export type Entry = AnswerEntry | StepEntry;

/** A question that has been asked and not settled. */
export interface Pending {
  readonly k: string;
  readonly d: string;
  /** When it was first asked, and when it lapses (ms since 1970). */
  readonly at: number;
  readonly by: number;
  /** When it was last sent, where that was later. */
  readonly l?: number;
  /** Invalid answers so far. */
  readonly n?: number;
  /** The wording, shortened, for the mismatch message. */
  readonly w: string;
  /** The person agreed to open the URL; the end is awaited. Counts the rounds held since. */
  readonly h?: number;
  /** A response that came while the question was not met again. */
  readonly r?: unknown;
  /** It has no key, and was asked after a wait outside of steps. */
  readonly g?: 1;
}

/** Everything one call carries from round to round. */
export interface FlowState {
  /** Names the call; random. */
  readonly flow: string;
  /** Rounds so far; tells the states of a call apart. */
  readonly round: number;
  /** How many of them turned to the person. */
  readonly turns: number;
  readonly entries: readonly Entry[];
  readonly pending: readonly Pending[];
  /** Questions with a key that changed while an answer was on its way, with how often. */
  readonly stale: Readonly<Record<string, number>>;
  /** Rounds in a row that ended before the run had come to all that earlier rounds asked. */
  readonly late: number;
  /** The longest wait outside of steps that a question came after, in milliseconds. */
  readonly waitMs: number;
  /** Until when the state that came in was good (ms since 1970); none on a first round. */
  readonly expiresAt?: number;
}

/** The facts a state is bound to. */
export interface Binding {
  /** The server's name, which all its replicas share. */
  readonly server: string;
  readonly principal: string | undefined;
  /** The verified client the person was asked through. */
  readonly client: string | undefined;
  readonly method: string;
  /** The request's raw params, as parsed from the wire. */
  readonly params: unknown;
}

interface Payload {
  readonly f: string;
  readonly x: number;
  readonly p: string;
  readonly q: string;
  readonly n: number;
  readonly u: number;
  readonly e?: readonly Entry[];
  readonly o?: readonly Pending[];
  readonly z?: Readonly<Record<string, number>>;
  readonly l?: number;
  readonly w?: number;
}

/** The state of a call that has none yet. Its name is made when something needs it. */
export function firstState(): FlowState {
  let flow: string | undefined;
  return {
    get flow() {
      return (flow ??= randomBytes(16).toString("base64url"));
    },
    round: 0,
    turns: 0,
    entries: [],
    pending: [],
    stale: {},
    late: 0,
    waitMs: 0,
  };
}

interface Digests {
  /** Of whom the question was put to: the person, and the host it went through. */
  readonly asked: string;
  /** Of the request a state belongs to: server, method, name or URI, and raw arguments. */
  readonly request: string;
}

/** A state is opened and the next one sealed under the same binding. */
const digests = new WeakMap<Binding, Digests>();

function digestsOf(binding: Binding): Digests {
  const known = digests.get(binding);
  if (known !== undefined) return known;
  const { server, principal, client, method, params } = binding;
  const { name, uri, arguments: args } = (params ?? {}) as Record<string, unknown>;
  const nobody = principal === undefined && client === undefined;
  const made = {
    asked: nobody ? "" : digest(canonicalJson(["asked", principal ?? null, client ?? null])),
    request: digest(canonicalJson([server, method, name ?? null, uri ?? null, args ?? null])),
  };
  digests.set(binding, made);
  return made;
}

/** Seals a state for its trip through the client. @throws LimitError when it grows beyond `limits.stateBytes`. */
export function sealState(state: FlowState, binding: Binding, settings: Settings): string {
  const { asked, request } = digestsOf(binding);
  const lastDeadline = state.pending.reduce((last, { by }) => Math.max(last, by), settings.now());
  const payload: Payload = {
    f: state.flow,
    // Never earlier than the states before it, so that what is kept of a call outlives all of them.
    x: Math.max(lastDeadline + settings.stateTtlMs, state.expiresAt ?? 0),
    p: asked,
    q: request,
    n: state.round,
    u: state.turns,
    ...(state.entries.length > 0 && { e: state.entries }),
    ...(state.pending.length > 0 && { o: state.pending }),
    ...(Object.keys(state.stale).length > 0 && { z: state.stale }),
    ...(state.late > 0 && { l: state.late }),
    ...(state.waitMs > 0 && { w: state.waitMs }),
  };
  const sealed = settings.sealer.seal(JSON.stringify(payload));
  if (sealed.length > settings.limits.stateBytes) {
    throw new LimitError(
      `The state of this call is ${sealed.length} bytes, over the limit of ${settings.limits.stateBytes}. ` +
        "Return less from steps (a reference instead of the data), or raise limits.stateBytes.",
    );
  }
  return sealed;
}

/**
 * Opens a state that came back and checks all it is bound to.
 *
 * @throws StateError with the reason, for the log alone.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow
 */
export function openState(sealed: string, binding: Binding, settings: Settings): FlowState {
  if (sealed.length > settings.limits.stateBytes) throw new StateError("too-large");
  const payload = JSON.parse(settings.sealer.open(sealed)) as Payload;
  if (payload.x < settings.now()) throw new StateError("expired");
  const { asked, request } = digestsOf(binding);
  if (payload.p !== asked) throw new StateError("principal");
  if (payload.q !== request) throw new StateError("request");
  return {
    flow: payload.f,
    round: payload.n,
    turns: payload.u,
    entries: payload.e ?? [],
    pending: payload.o ?? [],
    stale: payload.z ?? {},
    late: payload.l ?? 0,
    waitMs: payload.w ?? 0,
    expiresAt: payload.x,
  };
}
