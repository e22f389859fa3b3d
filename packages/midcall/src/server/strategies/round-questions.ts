import type { EncodedQuestion } from "../elicitation/encode.js";
import type { Question } from "../elicitation/question.js";
import type { Placement } from "../fallback/placements.js";
import { type FlowState, isHosts, type Pending } from "../state/records.js";

/** A question that this round leaves open. */
export interface OpenQuestion {
  readonly question: Question;
  readonly encoded: EncodedQuestion;
  readonly pending: Pending;
  /** Why it is asked again. */
  readonly why?: string | undefined;
  /** The content of the answer that was refused. */
  readonly previous?: unknown;
  /** Where it can be put, if the host does not show it; the best place first. */
  readonly placements?: readonly Placement[] | undefined;
}

/**
 * The questions of one round: those that earlier rounds left open, the responses that came for them, and those that this
 * round leaves open.
 */
export class RoundQuestions {
  readonly #before: ReadonlyMap<string, Pending>;
  readonly #responses: Readonly<Record<string, unknown>>;
  readonly #arrivedAt: number;
  readonly #cameAt: Readonly<Record<string, number>>;
  /** Keys of questions that came back changed. */
  readonly #changed = new Set<string>();
  readonly #settled = new Set<string>();
  readonly #open = new Map<string, OpenQuestion>();

  /**
   * @param responses The responses that came with this request, by key. Those to questions that the host was not asked do not count.
   * @param arrivedAt When the request came, in ms since 1970.
   * @param cameAt When each response came, where that was earlier.
   */
  constructor(
    { pending }: Pick<FlowState, "pending">,
    responses: Readonly<Record<string, unknown>>,
    arrivedAt: number,
    cameAt: Readonly<Record<string, number>> = {},
  ) {
    this.#before = new Map(pending.map((each) => [each.key, each]));
    const others = pending.filter((one) => !isHosts(one)).map(({ key }) => key);
    this.#responses = Object.fromEntries(
      Object.entries(responses).filter(([key]) => !others.includes(key)),
    );
    this.#arrivedAt = arrivedAt;
    this.#cameAt = cameAt;
  }

  /** The question with this key that an earlier round left open. */
  pending(key: string): Pending | undefined {
    return this.#before.get(key);
  }

  hasResponse(key: string): boolean {
    return Object.hasOwn(this.#responses, key);
  }

  /**
   * The response to a pending question, and when it came (ms since 1970); none where none has come. One that came and is left for the
   * next round has a time alone.
   */
  responseTo({ key, response: kept, cameAt, answerBy }: Pending): {
    readonly response: unknown;
    readonly cameAt: number | undefined;
  } {
    // One that was kept had come in time.
    if (kept !== undefined && kept !== null) return { response: kept, cameAt: cameAt ?? answerBy };
    const response = this.hasResponse(key) ? this.#responses[key] : undefined;
    const hasCome = response !== undefined || Object.hasOwn(this.#cameAt, key);
    return { response, cameAt: hasCome ? this.#cameOf(key) : undefined };
  }

  /** The response that came for this key. */
  response(key: string): unknown {
    return this.#responses[key];
  }

  markChanged(key: string): void {
    this.#changed.add(key);
  }

  markSettled(key: string): void {
    this.#settled.add(key);
  }

  leaveOpen(open: OpenQuestion): void {
    this.#open.set(open.question.key, open);
  }

  /** The questions that this round leaves open, by key. */
  get open(): ReadonlyMap<string, OpenQuestion> {
    return this.#open;
  }

  /** Whether the user is being asked something, beside URL interactions whose end is awaited. */
  get asksUser(): boolean {
    return [...this.#open.values()].some(({ pending }) => pending.holds === undefined);
  }

  /** Whether nothing is open, and everything that earlier rounds left open is settled. */
  get isAllSettled(): boolean {
    return this.#open.size === 0 && [...this.#before.keys()].every((key) => this.#settled.has(key));
  }

  /**
   * The questions of earlier rounds that this run has not reached, with the responses that came for them: a slow branch
   * may still reach them in a later round.
   */
  unreached(): Pending[] {
    return [...this.#before.values()]
      .filter(
        ({ key }) => !this.#settled.has(key) && !this.#changed.has(key) && !this.#open.has(key),
      )
      .map((pending) => {
        const { key, response, answerBy } = pending;
        const cameInTime = this.hasResponse(key) && this.#cameOf(key) <= answerBy;
        return response === undefined && cameInTime
          ? { ...pending, response: this.#responses[key], cameAt: this.#cameOf(key) }
          : pending;
      });
  }

  #cameOf(key: string): number {
    return Object.hasOwn(this.#cameAt, key) ? this.#cameAt[key]! : this.#arrivedAt;
  }
}
