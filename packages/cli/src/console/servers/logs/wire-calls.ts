import { callInScope } from "../../calls/call-scope.js";
import { kindOf } from "../../calls/call-kind.js";
import { member } from "../../../json.js";
import type { WireEntry } from "../../views/api-types.js";

/** An entry that can still learn about its other half. */
export type OpenEntry = { -readonly [Name in keyof WireEntry]: WireEntry[Name] };

/** Finds out what the messages of one server belong to. */
export interface WireCalls {
  /** Adds to a request or notification which call it belongs to, and which round of it it is. */
  describe(entry: OpenEntry, message: unknown): void;
  /** Adds the other half to both halves. */
  pair(request: OpenEntry, response: OpenEntry): void;
}

const MOST_CALLS = 200;
const MODERN = "2026-07-28";
/** Messages that a server sends at any time. */
const UNRELATED = /^(?:ping|notifications\/(?:\w+\/list_changed|resources\/updated|cancelled))$/;

/** @param current - the call that a message received now belongs to, if that is certain */
export function createWireCalls(current: () => WireEntry["call"]): WireCalls {
  /** The number of rounds by call, and both halves of the first one. */
  const rounds = new Map<string, { count: number; readonly first: OpenEntry[] }>();

  const countRound = (entry: OpenEntry): void => {
    const call = callInScope();
    if (call === undefined || entry.protocolVersion < MODERN) return;
    const known = rounds.get(call);
    if (!known) {
      rounds.set(call, { count: 1, first: [entry] });
      if (rounds.size > MOST_CALLS) rounds.delete(rounds.keys().next().value!);
      return;
    }
    known.count += 1;
    for (const half of known.first) half.round = 1;
    entry.round = known.count;
  };
  return {
    describe(entry, message) {
      const kind = kindOf(entry.method);
      if (kind && entry.direction === "sent" && entry.kind === "request") {
        const name = member(member(message, "params"), kind === "resource" ? "uri" : "name");
        entry.call = { kind, name: String(name).slice(0, 300) };
        countRound(entry);
      } else if (entry.direction === "received" ? !UNRELATED.test(entry.method) : callInScope()) {
        entry.call = current();
      }
    },
    pair(request, response) {
      request.pair = response.seq;
      response.pair = request.seq;
      response.call = request.call;
      response.round = request.round;
      for (const { first } of rounds.values()) if (first[0] === request) first[1] = response;
    },
  };
}
