import { type Context, createContext, use } from "react";
import type { FormQuestion } from "../client/index.js";
import type { Form, FormOptions } from "../form/index.js";
import { ProviderMissingError } from "./errors.js";
import { ENGLISH, type ElicitationMessages } from "./messages.js";
import type { ElicitationStore } from "./hooks/store.js";

/** How texts, numbers and dates are written. */
export interface Messages {
  readonly messages: ElicitationMessages;
  readonly locale: string | undefined;
  readonly timeZoneOffset: FormOptions["timeZoneOffset"];
}

/** What a provider gives to the parts inside it. */
export interface InboxContext {
  readonly store: ElicitationStore;
  /** `store.respond`, which also notes that the question was not missed. */
  readonly respond: ElicitationStore["respond"];
  /** The one form of a question, so that what was typed outlives the part that shows it. */
  formOf(question: FormQuestion): Form;
}

export const MessagesContext: Context<Messages> = createContext<Messages>({
  messages: ENGLISH,
  locale: undefined,
  timeZoneOffset: undefined,
});
export const InboxContextContext: Context<InboxContext | undefined> = createContext<
  InboxContext | undefined
>(undefined);
/** The latest thing worth saying aloud. */
export const NewsContext: Context<string> = createContext("");

export const useMessages = (): Messages => use(MessagesContext);

export function useInboxContext(): InboxContext {
  const provided = use(InboxContextContext);
  if (!provided) throw new ProviderMissingError();
  return provided;
}
