import type { OpenQuestion } from "../../strategies/round-questions.js";
import type { Delivery } from "../../state/records.js";
import type { Settings } from "../../options.js";
import type { PageVisit, VisitEnd } from "../../../contracts/pages.js";
import type { ShownQuestion } from "../../../contracts/local-pages.js";
import { isObject } from "../../../internal/is-object.js";
import type { ElicitContent } from "../../../schema/index.js";
import { canonicalJson, digest } from "../../state/canonical-json.js";
import { describeCause } from "../../state/wrap-store-errors.js";
import type { Binding } from "../../state/request-state.js";
import { moveUnopened } from "./move-question.js";
import { isShownByHost, type Placement } from "../placements.js";
import { putOnPage } from "./put-on-page.js";
import {
  type AskingParams,
  type QuestionSlots,
  randomName,
  type StoredAnswer,
  type StoredQuestion,
} from "./question-slots.js";

/** The parts that putting questions to their places needs. */
export interface DeliveryParts {
  readonly settings: Settings;
  readonly binding: Binding;
  /** See `ownerOf`. */
  readonly owner: string;
  /** The tool, prompt or resource, for messages. */
  readonly subject: string;
  readonly slots: QuestionSlots;
}

/** Puts the questions of one call where a user can answer them, and reads their answers. */
export interface Deliveries {
  /**
   * Puts an open question to the first place that there is; `undefined` if there is none.
   *
   * @param keptUntil - until when its call may come for the answer, in ms since 1970
   */
  put(open: OpenQuestion, keptUntil: number): Promise<Delivery | undefined>;
  /** The same call may come for its answer later than was said when it was put. */
  keep(delivery: Delivery, keptUntil: number): Promise<void>;
  /** Puts a question that was stored before. @param open - absent for a form */
  putStored(
    asked: StoredQuestion,
    placements: readonly Placement[],
    open?: OpenQuestion,
  ): Promise<Delivery | undefined>;
  /** Puts a question elsewhere that waits for a view, which has not asked for it. Returns the new place, if there is one. */
  moveUnopened(delivery: Delivery): Promise<Delivery | undefined>;
  /** Shows a question in the user's browser again, if that is where it is. Returns whether it is shown. */
  show(delivery: Delivery): Promise<boolean>;
  /** The question as it was put, for its view or its companion tool. */
  read(delivery: Delivery): Promise<StoredQuestion | undefined>;
  answerTo(delivery: Delivery): Promise<StoredAnswer | undefined>;
  /** Resolves when one of them has been answered, or the signal aborts. */
  wait(deliveries: readonly Delivery[], signal: AbortSignal): Promise<void>;
  /** Ends a question that nobody waits for any more. Does not throw. */
  close(delivery: Delivery, why: "answered" | "withdrawn" | "expired"): Promise<void>;
}

/** The questions that this process shows in the user's browser, by id. */
const shown = new Map<string, ShownQuestion>();

/** The digest by which a stored question knows whom it is for. */
export function askedOf(owner: string): string {
  return digest(canonicalJson(["asked", owner]));
}

/** What is stored of a question, wherever it is put. */
function storedOf(
  { question, pending, why, previous }: OpenQuestion,
  keptUntil: number,
  { binding, owner }: DeliveryParts,
): StoredQuestion {
  const { name, uri } = (binding.params ?? {}) as Record<string, unknown>;
  return {
    via: "app",
    asked: askedOf(owner),
    user: binding.principal ?? "",
    server: binding.server,
    tool: String(name ?? uri),
    message: question.message,
    ...(question.mode === "form"
      ? { requestedSchema: question.schema.requestedSchema }
      : { url: question.url }),
    ...(isObject(previous) && { previous: previous as ElicitContent }),
    ...(why !== undefined && { reason: why }),
    expiresAt: pending.answerBy,
    keptUntil,
    key: randomName(),
  };
}

/** What the model's answer goes on with. */
function askingParams({ params }: Binding): AskingParams {
  const { name, arguments: args } = (params ?? {}) as Record<string, unknown>;
  return { name, arguments: args };
}

export function createDeliveries(parts: DeliveryParts): Deliveries {
  const { settings, binding, slots, subject } = parts;
  const { pages, localPages, logger, now } = settings;
  const { principal, server } = binding;
  const inSlot = async (via: Delivery["via"], asked: StoredQuestion): Promise<Delivery> => ({
    via,
    id: await slots.open({ ...asked, via }),
  });

  type Put = (asked: StoredQuestion, open?: OpenQuestion) => Promise<Delivery | undefined>;
  const PUT: Record<Placement, Put> = {
    // These two are not put anywhere by the server: the host shows them.
    native: async () => undefined,
    "page-by-url": async () => undefined,
    app: (asked) => inSlot("app", asked),
    relay: (asked) => inSlot("relay", { ...asked, params: askingParams(binding) }),
    "page-by-text": (asked, open) =>
      putOnPage(asked, open?.question, pages!, { server, principal: principal! }, now()),
    async "local-page"(asked) {
      const delivery = await inSlot("page", asked);
      if (await deliveries.show(delivery)) return delivery;
      await slots.close(delivery.id);
      return undefined;
    },
  };

  const visitOf = ({ id }: Delivery): PageVisit => pages!.follow(id);

  const deliveries: Deliveries = {
    put: (open, keptUntil) =>
      deliveries.putStored(storedOf(open, keptUntil, parts), open.placements ?? [], open),

    async keep({ id, url }, keptUntil) {
      if (url === undefined) await slots.keep(id, keptUntil);
    },

    async putStored(asked, placements, open) {
      for (const [at, placement] of placements.entries()) {
        const elsewhere = placements.slice(at + 1).filter((next) => !isShownByHost(next));
        const delivery = await PUT[placement]({ ...asked, elsewhere }, open);
        if (delivery !== undefined) return delivery;
      }
      return undefined;
    },

    moveUnopened: (delivery) => moveUnopened(delivery, deliveries, slots),

    async show(delivery) {
      if (!isLocal(delivery)) return false;
      const { id } = delivery;
      const question = await slots.read(id);
      if (question === undefined) return false;
      const { message, requestedSchema, url, previous, reason, expiresAt } = question;
      const shownNow = localPages.show({
        id,
        server,
        tool: question.tool,
        message,
        mode: url === undefined ? "form" : "url",
        ...(requestedSchema !== undefined && { requestedSchema }),
        ...(url !== undefined && { url }),
        ...(previous !== undefined && { previous }),
        ...(reason !== undefined && { reason }),
        expiresAt,
        async onAnswer(answer) {
          const status = await slots.answer(id, answer);
          if (status !== "received") throw new Error(`The question is ${status}.`);
          shown.delete(id);
        },
      });
      // A page that cannot be shown is no reason to end the call: the question has other places.
      const page = await shownNow.catch((error: unknown) => {
        logger.warn(`midcall: ${subject}: no page could be shown: ${describeCause(error)}`);
        return undefined;
      });
      if (page !== undefined) shown.set(id, page);
      return page !== undefined;
    },

    read: ({ id, url }) => (url === undefined ? slots.read(id) : Promise.resolve(undefined)),

    async answerTo(delivery) {
      if (delivery.url === undefined) return slots.answerTo(delivery.id);
      if (pages === undefined) return undefined;
      return answerOf(await visitOf(delivery).completed());
    },

    async wait(open, signal) {
      const over = new AbortController();
      const either = AbortSignal.any([signal, over.signal]);
      try {
        await Promise.race(
          open.map((delivery) =>
            delivery.url === undefined
              ? slots.wait(delivery.id, either)
              : visitOf(delivery)
                  .wait(either)
                  // One that has ended without an answer, as where its link is gone, is waited for until its time is over.
                  .then((end) => (answerOf(end) === undefined ? aborted(either) : undefined)),
          ),
        );
      } finally {
        over.abort();
      }
    },

    async close(delivery, why) {
      const { id } = delivery;
      try {
        shown.get(id)?.close(why);
        shown.delete(id);
        if (delivery.url === undefined) await slots.close(id);
        else if (why !== "answered") await pages?.complete(id, { status: "cancelled" });
      } catch (error) {
        logger.warn(
          `midcall: ${subject}: a question could not be withdrawn: ${describeCause(error)}`,
        );
      }
    },
  };
  return deliveries;
}

/** Whether the server itself shows it in a browser. */
export function isLocal({ via, url }: Delivery): boolean {
  return via === "page" && url === undefined;
}

/** The end of a visit as an answer. One that ended without the user's word is none: its deadline decides. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function answerOf(end: VisitEnd | undefined): StoredAnswer | undefined {
  switch (end?.status) {
    case "done":
      return { action: "accept", ...(end.content !== undefined && { content: end.content }) };
    case "declined":
      return { action: "decline" };
    case "cancelled":
      return { action: "cancel" };
    default:
      return undefined;
  }
}
