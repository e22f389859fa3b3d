import { randomBytes } from "node:crypto";
import { isMembers, type Members } from "./messages.js";

const MOST = 1_000;
const LIFE_MS = 3_600_000;
const PREFIX = "midcall-held:";

/** Answers that were given here, while the host asks what is left of the same round. They never pass the host. */
export class HeldRounds {
  readonly #held = new Map<
    string,
    { readonly requestState: unknown; readonly responses: Members; readonly until: number }
  >();

  /** Keeps the answers of a round. Returns the state under which the host comes back. */
  hold(requestState: unknown, responses: Members, now = Date.now()): string {
    for (const [id, { until }] of this.#held) {
      if (until < now || this.#held.size >= MOST) this.#held.delete(id);
      else break;
    }
    const id = `${PREFIX}${randomBytes(24).toString("base64url")}`;
    this.#held.set(id, { requestState, responses, until: now + LIFE_MS });
    return id;
  }

  /** The params for the server, with the answers that were kept; `undefined` if the state is not one of these. */
  take(params: Members | undefined): Members | undefined {
    const id = params?.["requestState"];
    const held = typeof id === "string" ? this.#held.get(id) : undefined;
    if (params === undefined || held === undefined) return undefined;
    this.#held.delete(id as string);
    const { requestState: _, inputResponses, ...rest } = params;
    const given = isMembers(inputResponses) ? inputResponses : {};
    return {
      ...rest,
      inputResponses: { ...given, ...held.responses },
      ...(held.requestState !== undefined && { requestState: held.requestState }),
    };
  }
}
