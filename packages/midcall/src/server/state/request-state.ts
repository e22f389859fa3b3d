import { createNotes } from "../../internal/memory/notes.js";
import { canonicalJson, digest } from "./canonical-json.js";
import { LimitError, StateError } from "../errors.js";
import type { Settings } from "../options.js";
import { compactState, type CompactState, expandState } from "./codec.js";
import type { FlowState } from "./records.js";

/** The data that a state is bound to. */
export interface Binding {
  /** The server's name, which its replicas share. */
  readonly server: string;
  readonly principal: string | undefined;
  /** The verified client through which the user was asked. */
  readonly client: string | undefined;
  readonly method: string;
  /** The request's raw params, as parsed from the wire. */
  readonly params: unknown;
}

/** The sealed data: the state and digests of what it is bound to. */
interface Payload extends CompactState {
  /** When the state expires, in ms since 1970. */
  readonly x: number;
  /** Digest of the user and the client. */
  readonly p: string;
  /** Digest of the request. */
  readonly q: string;
}

interface Digests {
  /** Digest of the user who was asked and the client through which the question was sent. */
  readonly asked: string;
  /** Digest of the request that a state belongs to: server, method, name or URI, and raw arguments. */
  readonly request: string;
}

/** Cached, because a state is opened and the next one sealed under the same binding. */
const digests = createNotes<Binding, Digests>();

function digestsOf(binding: Binding): Digests {
  const known = digests.get(binding);
  if (known !== undefined) return known;
  const { server, principal, client, method, params } = binding;
  const { name, uri, arguments: args } = (params ?? {}) as Record<string, unknown>;
  const isUnknown = principal === undefined && client === undefined;
  const made = {
    asked: isUnknown ? "" : digest(canonicalJson(["asked", principal ?? null, client ?? null])),
    request: digest(canonicalJson([server, method, name ?? null, uri ?? null, args ?? null])),
  };
  digests.set(binding, made);
  return made;
}

/** From when the time of a question counts that is asked now. */
export function countedFrom(
  { countsFrom = Infinity }: Pick<FlowState, "countsFrom">,
  { now }: Pick<Settings, "now">,
): number {
  return Math.min(now(), countsFrom);
}

/** When a state expires that is kept now: never earlier than the states before it, so that the records of a call outlive all of them. */
export function expiryOf(
  state: Pick<FlowState, "pending" | "expiresAt" | "countsFrom">,
  settings: Settings,
): number {
  const { pending, expiresAt = 0 } = state;
  const from = countedFrom(state, settings);
  const last = pending.reduce((latest, { answerBy }) => Math.max(latest, answerBy), from);
  return Math.max(last + settings.stateTtlMs, expiresAt);
}

/** Seals a state, which is sent through the client. @throws LimitError when it is larger than `limits.stateBytes` */
export function sealState(state: FlowState, binding: Binding, settings: Settings): string {
  const { asked, request } = digestsOf(binding);
  const payload: Payload = {
    x: expiryOf(state, settings),
    p: asked,
    q: request,
    ...compactState(state),
  };
  const sealed = settings.sealer.seal(JSON.stringify(payload));
  if (sealed.length > settings.limits.stateBytes) {
    throw new LimitError(
      `The state of this call has ${sealed.length} bytes, which is over the limit of ${settings.limits.stateBytes}. ` +
        "Return less from steps (a reference instead of the data), or raise limits.stateBytes.",
    );
  }
  settings.telemetry?.stateSealed(sealed.length);
  return sealed;
}

/**
 * Opens a state that came back and checks everything it is bound to.
 *
 * @throws StateError with the reason, which is for the log only
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow
 */
export function openState(sealed: string, binding: Binding, settings: Settings): FlowState {
  if (sealed.length > settings.limits.stateBytes) throw new StateError("too-large");
  const payload = JSON.parse(settings.sealer.open(sealed)) as Payload;
  if (payload.x < settings.now()) throw new StateError("expired");
  const { asked, request } = digestsOf(binding);
  if (payload.p !== asked) throw new StateError("principal");
  if (payload.q !== request) throw new StateError("request");
  return { expiresAt: payload.x, ...expandState(payload) };
}
