import { stepKeys } from "../call/open-call.js";
import { subjectOf } from "../call/call-request.js";
import { createDeliveries } from "../fallback/places/deliveries.js";
import { createQuestionSlots } from "../fallback/places/question-slots.js";
import { closeAll } from "../fallback/saved/delivered-answers.js";
import { ownerOf, type SavedCall, savedCallOf } from "../fallback/saved/saved-calls.js";
import type { Settings } from "../options.js";
import { createFlowStore } from "../state/flow-store.js";
import type { FlowState } from "../state/records.js";
import { type Binding, openState } from "../state/request-state.js";
import { OpenCalls } from "../strategies/open-calls.js";
import type { TaskRecord } from "./task-records.js";

/** The user and the client of a task. */
export type TaskUser = Pick<Binding, "server" | "principal" | "client">;

/** What the state of a task's call is bound to. */
export function bindingOf(user: TaskUser, { params }: Pick<TaskRecord, "params">): Binding {
  return { ...user, method: "tools/call", params };
}

/** The call behind a task: what is in the store of it beside the records of the task. */
export class CallOfTask {
  readonly #record: TaskRecord;
  readonly #binding: Binding;
  readonly #settings: Settings;
  /** See `ownerOf`. */
  readonly #owner: string | undefined;

  constructor(record: TaskRecord, user: TaskUser, settings: Settings) {
    this.#record = record;
    this.#binding = bindingOf(user, record);
    this.#settings = settings;
    this.#owner = ownerOf(this.#binding, undefined);
  }

  /** Whether it waits for its user elsewhere, for the next identical call to go on with. */
  async isSaved(): Promise<boolean> {
    return (await this.#savedIn(this.#saved)) !== undefined;
  }

  /**
   * Ends it: a run that is under way begins no more steps, no question stays where it was put, and its records are deleted. What cannot
   * be deleted expires. Does not reject.
   */
  async end(): Promise<void> {
    const saved = await this.#withdraw().catch(() => undefined);
    await this.#finish(saved).catch(() => {});
  }

  /** Takes back what was saved of the call. Returns the state it had. */
  async #withdraw(): Promise<FlowState | undefined> {
    const call = this.#saved;
    if ((await this.#savedIn(call)) === undefined) return undefined;
    const lease = await call!.claim();
    if (lease === undefined) return undefined;
    try {
      const state = await this.#savedIn(call);
      if (state === undefined) return undefined;
      const { callStore, now } = this.#settings;
      const binding = this.#binding;
      const slots = createQuestionSlots(callStore, binding.server, this.#settings);
      const deliveries = createDeliveries({
        ...{ settings: this.#settings, binding, owner: this.#owner!, slots },
        subject: subjectOf(binding),
      });
      await closeAll(state.pending, [], deliveries, now());
      await lease.remove();
      return state;
    } finally {
      await lease.release();
    }
  }

  async #finish(saved: FlowState | undefined): Promise<void> {
    const { store } = this.#settings;
    const state = saved ?? openState(this.#record.requestState, this.#binding, this.#settings);
    // A run that was under way may have counted it once more.
    await new OpenCalls(this.#settings, this.#binding).end(state);
    if (store === undefined) return;
    const records = createFlowStore(store, state, {}, this.#binding, this.#settings);
    await records.finish(undefined, stepKeys(state.entries));
  }

  get #saved(): SavedCall | undefined {
    const { callStore } = this.#settings;
    return this.#owner === undefined
      ? undefined
      : savedCallOf(this.#binding, this.#owner, callStore, this.#settings);
  }

  /** The state of this call, if that is what is saved; an identical one may be. */
  async #savedIn(call: SavedCall | undefined): Promise<FlowState | undefined> {
    const state = (await call?.load())?.state;
    return state?.flow === this.#record.call.flow ? state : undefined;
  }
}
