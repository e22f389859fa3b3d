import { randomBytes } from "node:crypto";
import { isObject } from "../../../internal/is-object.js";
import { pause } from "../../../internal/timeout.js";
import type { ElicitContent, RequestedSchema } from "../../../schema/index.js";
import { LimitError } from "../../errors.js";
import type { Settings } from "../../options.js";
import { assertRecordSize, mostOfRecord } from "../../state/record-size.js";
import type { Delivery } from "../../state/records.js";
import type { RecordLife, SealedStore } from "../../state/sealed-store.js";
import { nameById } from "../../state/sealer.js";
import type { Placement } from "../placements.js";

/** The params of the call that asks. */
export interface AskingParams {
  readonly name?: unknown;
  readonly arguments?: unknown;
}

/** A question in the store, which a page, a view or a companion tool shows, in whichever process. */
export interface StoredQuestion {
  readonly via: Delivery["via"];
  /** Digest of the user and the client that it is for. */
  readonly asked: string;
  /** The user whom the store counts it for, or `""` for one whom nobody knows. */
  readonly user: string;
  /** The name of the server, as the user knows it. */
  readonly server: string;
  /** The name of the tool or prompt, or the address of the resource. */
  readonly tool: string;
  readonly message: string;
  readonly requestedSchema?: RequestedSchema;
  readonly url?: string;
  /** The content of an answer that was refused, and why. */
  readonly previous?: ElicitContent;
  readonly reason?: string;
  /** ms since 1970. */
  readonly expiresAt: number;
  /** Until when its call may come for the answer, in ms since 1970. */
  readonly keptUntil: number;
  /** Only who has it may answer through the host. */
  readonly key: string;
  /** Where it can be put if the host shows no view for it; the best place first. */
  readonly elsewhere?: readonly Placement[];
  /** The params of the call that asks, where the answer itself goes on with it. */
  readonly params?: AskingParams;
}

/** The answer to a stored question, as a host would give it. */
export type StoredAnswer =
  | { readonly action: "accept"; readonly content?: unknown }
  | { readonly action: "decline" | "cancel" };

/** What became of an answer: `closed` means that there is another one, or that the question was withdrawn. */
export type AnswerStatus = "received" | "closed" | "expired";

/** The questions that wait outside of a host, and their answers: one each, the first. */
export interface QuestionSlots {
  /** Stores a question. Returns its random id. @throws LimitError when it is too large */
  open(question: StoredQuestion): Promise<string>;
  read(id: string): Promise<StoredQuestion | undefined>;
  answer(id: string, answer: StoredAnswer): Promise<AnswerStatus>;
  answerTo(id: string): Promise<StoredAnswer | undefined>;
  /** Resolves when there is an answer, or the signal aborts. */
  wait(id: string, signal: AbortSignal): Promise<void>;
  /** Notes that a view has the question. */
  markOpened(id: string): Promise<void>;
  wasOpened(id: string): Promise<boolean>;
  /** Keeps a question and its answer for longer. @param until - in ms since 1970 */
  keep(id: string, until: number): Promise<void>;
  /** Lets nobody answer the question any more. Returns whether that was in time: `false` if it has an answer. */
  withdraw(id: string): Promise<boolean>;
  isWithdrawn(id: string): Promise<boolean>;
  /** Takes a question and its answer out of the store. */
  close(id: string): Promise<void>;
}

/** A message may be lost, so the store is read again after this time. */
const LOOK_AGAIN_MS = 5_000;

/** Stands where the answer would. */
const WITHDRAWN = "withdrawn";

/** A random name for something that nobody may guess. */
export function randomName(): string {
  return randomBytes(24).toString("base64url");
}

/** @param server - the name of the service that asks: another one, with the same secret and store, finds nothing of it */
export function createQuestionSlots(
  store: SealedStore,
  server: string,
  settings: Pick<Settings, "now" | "limits">,
): QuestionSlots {
  const { now } = settings;
  const placeOf = (kind: string, id: string): string =>
    `midcall:${kind}:${nameById(id, kind, server)}`;
  const questionAt = (id: string): string => placeOf("question", id);
  const answerAt = (id: string): string => placeOf("answer", id);
  const openedAt = (id: string): string => placeOf("opened", id);
  const lifeOf = ({ keptUntil, user }: StoredQuestion): RecordLife => ({
    ttlMs: Math.max(1, keptUntil - now()),
    owner: user,
  });
  const read = async (place: string): Promise<unknown> => {
    const text = await store.get(place);
    return text === undefined ? undefined : JSON.parse(text);
  };
  const readQuestion = async (id: string): Promise<StoredQuestion | undefined> =>
    (await read(questionAt(id))) as StoredQuestion | undefined;
  const answerTo = async (id: string): Promise<StoredAnswer | undefined> => {
    const answer = await read(answerAt(id));
    // The mark of a question that was withdrawn is a text.
    return isObject(answer) ? (answer as unknown as StoredAnswer) : undefined;
  };

  /**
   * Puts what there may be only one of into the place of the answer. Where the reply to that is lost, what is there is read, and the
   * same counts: said twice, it is the same.
   */
  const settle = async (
    id: string,
    question: StoredQuestion,
    value: StoredAnswer | typeof WITHDRAWN,
  ): Promise<boolean> => {
    const text = JSON.stringify(value);
    try {
      return await store.putIfAbsent(answerAt(id), text, lifeOf(question));
    } catch (error) {
      const found = await store.get(answerAt(id)).catch(() => undefined);
      if (found === undefined) throw error;
      return found === text;
    }
  };

  return {
    async open(question) {
      const id = randomName();
      await store.put(questionAt(id), textOf(question, settings), lifeOf(question));
      return id;
    },
    read: readQuestion,
    async answer(id, answer) {
      const question = await readQuestion(id);
      if (question === undefined) return "closed";
      if (question.expiresAt <= now()) return "expired";
      if (!(await settle(id, question, answer))) return "closed";
      if ((await readQuestion(id)) === undefined) {
        // It was closed at the same moment, so nobody reads this.
        await store.delete(answerAt(id));
        return "closed";
      }
      await store.tryWake(answerAt(id));
      return "received";
    },
    answerTo,
    async wait(id, signal) {
      let woken = new AbortController();
      const wake = (): void => woken.abort();
      signal.addEventListener("abort", wake);
      const unsubscribe = await store.tryOnWake(answerAt(id), wake);
      try {
        while (!signal.aborted) {
          woken = new AbortController();
          const pausing = woken.signal;
          if ((await answerTo(id)) !== undefined) return;
          if (!signal.aborted) await pause(LOOK_AGAIN_MS, pausing);
        }
      } finally {
        signal.removeEventListener("abort", wake);
        // A listener that could not be removed has no effect.
        unsubscribe().catch(() => {});
      }
    },
    async markOpened(id) {
      const question = await readQuestion(id);
      if (question === undefined) return;
      await store.putIfAbsent(openedAt(id), "", lifeOf(question));
    },
    async keep(id, until) {
      const question = await readQuestion(id);
      if (question === undefined || question.keptUntil >= until) return;
      const kept = { ...question, keptUntil: until };
      await store.put(questionAt(id), JSON.stringify(kept), lifeOf(kept));
      const answer = await store.get(answerAt(id));
      if (answer !== undefined) await store.put(answerAt(id), answer, lifeOf(kept));
    },
    wasOpened: async (id) => (await store.get(openedAt(id))) !== undefined,
    async withdraw(id) {
      const question = await readQuestion(id);
      if (question === undefined) return true;
      await settle(id, question, WITHDRAWN);
      return (await answerTo(id)) === undefined;
    },
    isWithdrawn: async (id) => (await read(answerAt(id))) === WITHDRAWN,
    async close(id) {
      await store.delete(openedAt(id));
      await store.delete(questionAt(id));
      await store.delete(answerAt(id));
    },
  };
}

/** @throws LimitError */
function textOf(question: StoredQuestion, settings: Pick<Settings, "limits">): string {
  const { previous, ...rest } = question;
  const { stateBytes } = settings.limits;
  const given = JSON.stringify(rest.params ?? null).length;
  if (given > stateBytes) {
    throw new LimitError(
      `The arguments of this call have ${given} bytes, and while it waits for an answer that the model passes on, at most ${stateBytes} are kept. ` +
        "Pass a reference instead of the data, or raise limits.stateBytes.",
    );
  }
  const text = JSON.stringify(question);
  // An answer that was refused is only shown once more for convenience.
  if (previous !== undefined && text.length > mostOfRecord(settings)) return textOf(rest, settings);
  assertRecordSize("This question", text, settings);
  return text;
}
