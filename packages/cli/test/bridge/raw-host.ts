import type { HostEnd } from "../../src/bridge/ends/ends.js";
import { MODERN, withEnvelope } from "../../src/bridge/translate/envelope.js";
import {
  ELICIT,
  type Id,
  isMembers,
  kindOf,
  type Members,
  type Outcome,
} from "../../src/bridge/wire/messages.js";

type Answer = (params: Members) => Promise<Members>;

/** A host written by hand, without any SDK. */
export class RawHost {
  readonly end: HostEnd;
  /** Requests of the server's that no host of its version may get, and responses that nobody waits for. */
  readonly strays: Members[] = [];
  readonly #version: string;
  readonly #capabilities: Members;
  readonly #answer: Answer;
  readonly #waiting = new Map<Id, (outcome: Outcome) => void>();
  readonly #givenUp = new Set<Id>();
  #count = 0;
  isClosed = false;

  constructor(version: string, canAsk: boolean, answer: Answer) {
    this.#version = version;
    this.#capabilities = canAsk ? { elicitation: { form: {}, url: {} } } : {};
    this.#answer = answer;
    this.end = {
      onmessage: undefined,
      onclose: undefined,
      start: async () => {},
      send: async (message) => void setImmediate(() => this.#received(structuredClone(message))),
      close: async () => {
        this.isClosed = true;
        for (const settle of this.#waiting.values())
          settle({ error: { code: -1, message: "The connection has ended." } });
        this.#waiting.clear();
      },
    };
  }

  async connect(): Promise<void> {
    if (this.#version === MODERN) return void (await this.request("server/discover", {}));
    const clientInfo = { name: "raw-host", version: "1" };
    const capabilities = this.#capabilities;
    const params = { protocolVersion: this.#version, capabilities, clientInfo };
    await this.request("initialize", params);
    this.#send({ method: "notifications/initialized" });
  }

  /** Makes a request, and answers what it requires. @param given - called with its id, and with that of each round */
  async request(
    method: string,
    params: Members,
    given: (id: Id) => void = () => {},
  ): Promise<Outcome> {
    for (let round: Members = {}; ;) {
      const id = (this.#count += 1);
      given(id);
      const all = { ...params, ...round };
      const clientInfo = { name: "raw-host", version: "1" };
      const envelope = { clientInfo, capabilities: this.#capabilities };
      const sent = this.#version === MODERN ? withEnvelope(all, envelope) : all;
      const outcome = await new Promise<Outcome>((settle) => {
        if (this.isClosed) settle({ error: { code: -1, message: "The connection has ended." } });
        this.#waiting.set(id, settle);
        this.#send({ id, method, params: sent });
      });
      const { result } = outcome;
      if (result?.["resultType"] !== "input_required") return outcome;
      const requests = isMembers(result["inputRequests"]) ? result["inputRequests"] : {};
      const answers = Object.entries(requests).map(async ([key, request]) => [
        key,
        await this.#answer((request as { params: Members }).params),
      ]);
      round = {
        inputResponses: Object.fromEntries(await Promise.all(answers)),
        requestState: result["requestState"],
      };
    }
  }

  /** Gives a request up. */
  cancel(id: Id): void {
    const settle = this.#waiting.get(id);
    if (settle === undefined) return;
    this.#waiting.delete(id);
    this.#givenUp.add(id);
    this.#send({
      method: "notifications/cancelled",
      params: { requestId: id, reason: "Given up." },
    });
    settle({ error: { code: -2, message: "Given up." } });
  }

  #send(message: Members): void {
    const sent = structuredClone({ jsonrpc: "2.0", ...message });
    setImmediate(() => this.end.onmessage?.(sent));
  }

  #received(message: Members): void {
    const sorted = kindOf(message);
    if (sorted.kind === "response") {
      const { id } = sorted.response;
      const settle = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (settle !== undefined) settle(sorted.response);
      else if (!this.#givenUp.has(id) && !this.isClosed) this.strays.push(message);
    }
    if (sorted.kind !== "request") return;
    const { id, method, params = {} } = sorted.request;
    const isAllowed = method === ELICIT && this.#version !== MODERN;
    if (!isAllowed || this.#capabilities["elicitation"] === undefined) this.strays.push(message);
    else void this.#answer(params).then((result) => this.#send({ id, result }));
  }
}
