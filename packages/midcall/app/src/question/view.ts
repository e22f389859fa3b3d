import type { ElicitResult, RespondOutcome } from "../../../src/client/index.js";
import type { AppAnswer } from "../../../src/contracts/app.js";
import { MAX_TIMER_MS } from "../../../src/internal/max-timer.js";
import { type HostContext, mergeContext } from "../host/host-context.js";
import { type HostInfo, shakeHands } from "../host/handshake.js";
import { type Connection, connect, type OwnWindow, unknownMethod } from "../host/json-rpc.js";
import { tellModel } from "../host/tell-model.js";
import { dateLocale, type Language, languageFor } from "../messages/language.js";
import { createElicitations } from "./elicitations.js";
import { readToolQuestion } from "./read-question.js";
import type { Shown } from "./shown.js";
import { createToolQuestions } from "./tool-questions.js";
import { isIdle, type ViewState } from "./view-state.js";

/** How long the host may take to introduce itself, in milliseconds. */
const CONNECT_MS = 15_000;
/** How long the View waits for a call before it says that there is nothing to answer. */
const EMPTY_MS = 4_000;

/** What the components render. A change makes a new object. */
export interface ViewSnapshot {
  readonly state: ViewState;
  readonly context: HostContext;
  /** That of the host, or as long as the host has not said any, that of the browser. */
  readonly language: Language;
  /** The locale of dates. */
  readonly dates: string;
}

/** The View as a store, and the action of its user. */
export interface View {
  readonly connection: Connection;
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => ViewSnapshot;
  /** Answers the question that is shown. */
  readonly respond: (result: ElicitResult) => RespondOutcome | Promise<RespondOutcome>;
  readonly close: () => void;
}

/** The user's answer as it is sent. */
function answerOf(result: ElicitResult): AppAnswer {
  return result.action === "accept"
    ? { action: "accept", content: result.content ?? {} }
    : { action: result.action };
}

/**
 * Connects with the host, and shows what it brings.
 *
 * @param preferred - the languages of the browser, as BCP 47 tags
 */
export function createView(own: OwnWindow, preferred: readonly string[] = []): View {
  const inContext = (context: HostContext): Omit<ViewSnapshot, "state"> => {
    const language = languageFor(context.locale, preferred);
    return { context, language, dates: dateLocale(language, context.locale, preferred) };
  };
  let snapshot: ViewSnapshot = { state: { phase: "connecting" }, ...inContext({}) };
  let host: HostInfo = { takesMessages: false, takesContext: false, context: undefined };
  const listeners = new Set<() => void>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const update = (next: Partial<ViewSnapshot>): void => {
    snapshot = { ...snapshot, ...next };
    for (const listener of listeners) listener();
  };
  const shown: Shown = {
    state: () => snapshot.state,
    show: (state) => update({ state }),
    messages: () => snapshot.language.view,
    after: (ms, act) => void timers.add(setTimeout(act, Math.min(ms, MAX_TIMER_MS))),
  };
  const isUnconnected = (): boolean =>
    snapshot.state.phase === "connecting" || snapshot.state.phase === "no-host";

  const connection = connect(own, {
    notification(method, params) {
      if (method === "ui/notifications/tool-result") {
        if (!elicitations.isOpen()) questions.take(readToolQuestion(params));
      } else if (method === "ui/notifications/host-context-changed") {
        update(inContext(mergeContext(snapshot.context, params)));
      } else if (method === "ui/notifications/tool-cancelled") {
        if (isIdle(snapshot.state)) shown.show({ phase: "empty" });
      } else if (/^ui\/notifications\/tool-input(-partial)?$/.test(method)) {
        if (isIdle(snapshot.state)) shown.show({ phase: "running" });
      }
    },
    request(method, params, signal) {
      if (method === "elicitation/create") return elicitations.ask(params, signal);
      if (method === "ping" || method === "ui/resource-teardown") return {};
      throw unknownMethod();
    },
  });
  const elicitations = createElicitations(shown);
  const questions = createToolQuestions(connection, shown, (text) =>
    tellModel(connection, host, text),
  );

  const showUnconnected = (phase: "no-host" | "empty"): void => {
    if (isUnconnected()) shown.show({ phase });
  };
  shown.after(CONNECT_MS, () => showUnconnected("no-host"));
  void shakeHands(connection).then(
    (info) => {
      host = info;
      update(inContext(mergeContext(snapshot.context, info.context)));
      shown.after(EMPTY_MS, () => showUnconnected("empty"));
    },
    () => showUnconnected("no-host"),
  );

  return {
    connection,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
    respond: (result) =>
      elicitations.isOpen()
        ? elicitations.answer(answerOf(result))
        : questions.answer(answerOf(result)),
    close() {
      timers.forEach((timer) => clearTimeout(timer));
      connection.close();
    },
  };
}
