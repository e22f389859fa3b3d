import { digest } from "../state/canonical-json.js";
import { LimitError } from "../errors.js";
import type { Settings } from "../options.js";
import type { FlowState } from "../state/records.js";
import type { Binding } from "../state/request-state.js";

/** Who a question is put to. */
type Person = Pick<Binding, "server" | "principal">;

/** How many questions one person may have open: those of people nobody has verified count together, and apart from all others. */
function mostOf({ principal }: Person, { limits }: Settings): number {
  return principal === undefined ? limits.anonymousQuestions : limits.openQuestions;
}

/** @throws LimitError */
function refuse(person: Person, settings: Settings): never {
  const most = mostOf(person, settings);
  throw new LimitError(
    person.principal === undefined
      ? `People nobody has verified have ${most} questions open, which is the limit. Try again later, or raise limits.anonymousQuestions.`
      : `This person has ${most} questions open, which is the limit. Answer some first, or raise limits.openQuestions.`,
  );
}

/** Counts the questions that wait in this process (2025). */
export interface OpenQuestions {
  /**
   * Counts one more, until the function it gives is called.
   *
   * @param connection What it waits on. One connection has no more than one person: who is not verified cannot take the
   *   place of all others like that through it.
   * @throws LimitError when there are too many.
   */
  take(person: Person, connection: object): () => void;
}

export function createOpenQuestions(settings: Settings): OpenQuestions {
  const persons = new Map<string | undefined, number>();
  const connections = new WeakMap<object, number>();
  return {
    take(person, connection) {
      const { principal } = person;
      const open = persons.get(principal) ?? 0;
      const here = connections.get(connection) ?? 0;
      const mostHere = principal === undefined ? settings.limits.openQuestions : Infinity;
      if (open >= mostOf(person, settings) || here >= mostHere) refuse(person, settings);
      persons.set(principal, open + 1);
      connections.set(connection, here + 1);
      let once = true;
      return () => {
        if (!once) return;
        once = false;
        connections.set(connection, connections.get(connection)! - 1);
        const left = persons.get(principal)! - 1;
        if (left === 0) persons.delete(principal);
        else persons.set(principal, left);
      };
    },
  };
}

/** Places looked at before a person counts as having too many: enough that the count is met but for a little. */
const LOOKS = 16;

/** Counts the calls of one person that have records in the store and are not finished (2026). */
export interface OpenCall {
  /** Counts this one, also if it was counted before. @throws LimitError when there are too many. */
  begin(): Promise<void>;
  end(): Promise<void>;
}

/**
 * A shared count without any operation but those every store has: as many places as a person may have open calls, of
 * which each call takes one, and gives one back. A place that is not given back is free with its call's time.
 *
 * @param ttlMs How long the call can still go on.
 */
export function createOpenCall(
  settings: Settings,
  person: Person,
  { flow }: Pick<FlowState, "flow">,
  ttlMs: () => number,
): OpenCall {
  const { store, sealer } = settings;
  const most = mostOf(person, settings);
  const { server, principal = "" } = person;
  const start = Buffer.from(digest(`place ${flow}`), "base64url").readUIntBE(0, 6);
  const placeAt = (n: number): string =>
    `midcall:open:${sealer.name("open calls", server, principal)}:${(start + n) % most}`;

  return {
    async begin() {
      if (store === undefined || most === Infinity) return;
      for (let n = 0; n < Math.min(LOOKS, most); n++) {
        const place = placeAt(n);
        if (await store.putIfAbsent(place, flow, { ttlMs: ttlMs(), owner: principal })) return;
        if ((await store.get(place)) === flow) return;
      }
      refuse(person, settings);
    },
    async end() {
      // Also where it was another's: of as many calls, as many places are left.
      if (store !== undefined && most !== Infinity) await store.delete(placeAt(0));
    },
  };
}
