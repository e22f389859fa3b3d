import { type Context, createContext, use } from "react";
import type { FormQuestion } from "../client/index.js";
import type { Form, FormOptions } from "../form/index.js";
import { ProviderMissingError } from "./errors.js";
import { ENGLISH, type ElicitationMessages } from "./messages.js";
import type { ElicitationStore } from "./hooks/store.js";

/** How texts, numbers and dates are written. */
export interface Localization {
  readonly messages: ElicitationMessages;
  readonly locale: string | undefined;
  readonly timeZoneOffset: FormOptions["timeZoneOffset"];
}

/** What a provider gives to the parts inside it. */
export interface InboxContextValue {
  readonly store: ElicitationStore;
  /** `store.respond`, which also notes that the question was not missed. */
  readonly respond: ElicitationStore["respond"];
  /** The one form of a question, so that what was typed outlives the part that shows it. */
  formOf(question: FormQuestion): Form;
}

export const LocalizationContext: Context<Localization> = createContext<Localization>({
  messages: ENGLISH,
  locale: undefined,
  timeZoneOffset: undefined,
});
export const InboxContext: Context<InboxContextValue | undefined> = createContext<
  InboxContextValue | undefined
>(undefined);
/** The latest thing worth saying aloud. */
export const NewsContext: Context<string> = createContext("");

export const useLocalization = (): Localization => use(LocalizationContext);

export function useInboxContext(): InboxContextValue {
  const provided = use(InboxContext);
  if (!provided) throw new ProviderMissingError();
  return provided;
}
