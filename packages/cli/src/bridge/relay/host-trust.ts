import { isAnsweredByHost, knownHosts, leavesOutFields, trustedModes } from "midcall/hosts";
import { isMembers, type Members, membersIn } from "../wire/messages.js";
import { type HostInfo, type Modes, NO_MODES } from "./capabilities.js";

/** What the bridge lets its host ask. */
export class HostTrust {
  readonly #host: HostInfo | undefined;
  readonly #trusted: Modes;

  constructor(declared: Modes = NO_MODES, host?: HostInfo) {
    this.#host = host;
    this.#trusted = host === undefined ? declared : trustedModes(host, declared);
  }

  get name(): string | undefined {
    return this.#host?.name;
  }

  /** Whether it is known to answer in place of its user. */
  get mayAnswerItself(): boolean {
    return knownHosts.some(
      ({ name, does }) => name === this.name && (does === "refuses" || does === "accepts"),
    );
  }

  /** Whether it asks its user anything. */
  get asks(): boolean {
    return this.#trusted.form || this.#trusted.url;
  }

  /** Whether it asks its user whatever there is. */
  get asksAll(): boolean {
    return this.#trusted.form && this.#trusted.url;
  }

  /** Whether the host can show this question. A mode that was added later counts as one it cannot show. */
  shows({ mode = "form", requestedSchema }: Members): boolean {
    if (mode !== "form") return mode === "url" && this.#trusted.url;
    const host = this.#host;
    if (!this.#trusted.form || host === undefined) return this.#trusted.form;
    return !leavesOutFields(host, requestedSchema) && !isTooNew(requestedSchema, host);
  }

  /** Whether a response was made by the host itself and not by its user. */
  isOwn(params: Members, response: unknown, elapsedMs: number): boolean {
    if (this.#host === undefined || !isMembers(response)) return false;
    const mode = params["mode"] === "url" ? "url" : "form";
    return isAnsweredByHost(this.#host, { mode, elapsedMs }, response);
  }
}

/** Whether a form has fields that the host's protocol version did not have yet. */
function isTooNew(requestedSchema: unknown, { protocolVersion = "" }: HostInfo): boolean {
  if (protocolVersion >= "2025-11-25" || protocolVersion === "" || !isMembers(requestedSchema))
    return false;
  return Object.values(membersIn(requestedSchema, "properties") ?? {}).some(
    (field) => isMembers(field) && (field["type"] === "array" || field["oneOf"] !== undefined),
  );
}
