import { randomBytes } from "node:crypto";
import { isObject } from "../../../internal/is-object.js";
import { pause } from "../../../internal/timeout.js";
import type { ElicitContent, RequestedSchema } from "../../../schema/index.js";
import type { Store } from "../../../store/index.js";
import type { Delivery } from "../../state/records.js";
import type { Sealer } from "../../state/sealer.js";
import type { Placement } from "../placements.js";

/** A question in the store, which a page, a view or a companion tool shows, in whichever process. */
export interface StoredQuestion {
  readonly via: Delivery["via"];
  /** Digest of the user and the client that it is for. */
  readonly asked: string;
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
  /** Only who has it may answer through the host. */
  readonly key: string;
  /** Where it can be put if the host shows no view for it; the best place first. */
  readonly elsewhere?: readonly Placement[];
  /** The params of the call that asks. */
  readonly params: { readonly name?: unknown; readonly arguments?: unknown };
}

/** The answer to a stored question, as a host would give it. */
export type StoredAnswer =
  | { readonly action: "accept"; readonly content?: unknown }
  | { readonly action: "decline" | "cancel" };

/** What became of an answer: `closed` means that there is another one, or that the question was withdrawn. */
export type AnswerStatus = "received" | "closed" | "expired";

/** The questions that wait outside of a host, and their answers: one each, the first. */
export interface QuestionSlots {
  /** Stores a question. Returns its random id. */
  open(question: StoredQuestion): Promise<string>;
  read(id: string): Promise<StoredQuestion | undefined>;
  answer(id: string, answer: StoredAnswer): Promise<AnswerStatus>;
  answerTo(id: string): Promise<StoredAnswer | undefined>;
  /** Resolves when there is an answer, or the signal aborts. */
  wait(id: string, signal: AbortSignal): Promise<void>;
  /** Notes that a view has the question. */
  markOpened(id: string): Promise<void>;
  wasOpened(id: string): Promise<boolean>;
  /** Lets nobody answer the question any more. Returns whether that was in time: `false` if it has an answer. */
  withdraw(id: string): Promise<boolean>;
  isWithdrawn(id: string): Promise<boolean>;
  /** Takes a question and its answer out of the store. */
  close(id: string): Promise<void>;
}

/** A message may be lost, so the store is read again after this time. */
const LOOK_AGAIN_MS = 5_000;
/** How long an answer is kept after the question has expired: the call that asked may come back later. */
const KEPT_MS = 600_000;

const questionAt = (id: string): string => `midcall:question:${id}`;
const answerAt = (id: string): string => `midcall:answer:${id}`;
const openedAt = (id: string): string => `midcall:opened:${id}`;
/** Stands where the answer would. */
const WITHDRAWN = "withdrawn";

/** A random name for something that nobody may guess. */
export function randomName(): string {
  return randomBytes(24).toString("base64url");
}

export function createQuestionSlots(
  store: Store,
  { sealer, now }: { readonly sealer: Sealer; readonly now: () => number },
): QuestionSlots {
  const read = async (place: string): Promise<unknown> => {
    const sealed = await store.get(place);
    return sealed === undefined ? undefined : JSON.parse(sealer.open(sealed, place));
  };
  const readQuestion = async (id: string): Promise<StoredQuestion | undefined> =>
    (await read(questionAt(id))) as StoredQuestion | undefined;
  const answerTo = async (id: string): Promise<StoredAnswer | undefined> => {
    const answer = await read(answerAt(id));
    // The mark of a question that was withdrawn is a text.
    return isObject(answer) ? (answer as unknown as StoredAnswer) : undefined;
  };

  /** Puts what there may be only one of into the place of the answer. */
  const settle = async (
    id: string,
    { expiresAt, asked: owner }: StoredQuestion,
    value: StoredAnswer | typeof WITHDRAWN,
  ): Promise<boolean> => {
    const place = answerAt(id);
    const ttlMs = Math.max(1, expiresAt - now()) + KEPT_MS;
    return store.putIfAbsent(place, sealer.seal(JSON.stringify(value), place), { ttlMs, owner });
  };

  return {
    async open(question) {
      const id = randomName();
      const place = questionAt(id);
      const ttlMs = Math.max(1, question.expiresAt - now()) + KEPT_MS;
      const owner = question.asked;
      await store.put(place, sealer.seal(JSON.stringify(question), place), { ttlMs, owner });
      return id;
    },
    read: readQuestion,
    async answer(id, answer) {
      const question = await readQuestion(id);
      if (question === undefined) return "closed";
      if (question.expiresAt <= now()) return "expired";
      if (!(await settle(id, question, answer))) return "closed";
      await store.publish(answerAt(id), "answered");
      return "received";
    },
    answerTo,
    async wait(id, signal) {
      let woken = new AbortController();
      const wake = (): void => woken.abort();
      signal.addEventListener("abort", wake);
      const unsubscribe = await store.subscribe(answerAt(id), wake);
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
      const ttlMs = Math.max(1, question.expiresAt - now()) + KEPT_MS;
      await store.putIfAbsent(openedAt(id), "", { ttlMs, owner: question.asked });
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
