import { type Context, createContext, useContext } from "react";
import type { ElementAttributes, ElicitationClassNames } from "./customizing/attributes.js";
import type { ElicitationComponents } from "./customizing/components.js";
import type { FormQuestion } from "../client/index.js";
import type { ReviewMode } from "../form/answer-layout.js";
import type { Form, FormOptions } from "../form/index.js";
import { ProviderMissingError } from "./errors.js";
import { ENGLISH, type ElicitationMessages, type FirstMessages } from "./messages.js";
import type { ElicitationStore } from "./hooks/store.js";

/** Texts, language, time zone, classes and parts of the components. */
export interface Localization {
  readonly classNames?: ElicitationClassNames | undefined;
  readonly components?: ElicitationComponents | undefined;
  /** All of them, once the parts are loaded that show a question. */
  readonly messages: FirstMessages & Partial<ElicitationMessages>;
  readonly locale: string | undefined;
  readonly timeZoneOffset: FormOptions["timeZoneOffset"];
}

/** The context that a provider passes to the components inside it. */
export interface InboxContextValue {
  readonly store: ElicitationStore;
  /** `store.respond`, which also records that the user answered, so that the question is not announced as gone. */
  readonly respond: ElicitationStore["respond"];
  /** Returns the form of a question, always the same object, so that input survives while no component shows it. */
  formOf(question: FormQuestion): Form;
  /** When answers are reviewed. */
  readonly review: ReviewMode;
  /** The key that moves the focus to a question. */
  readonly shortcut: string | false;
  /** Ids of the pages that the user has just opened here, whose cards take the focus when they appear. */
  readonly openedHere: Set<string>;
  /** Whether a dialog is open: what is outside of it is neither read nor announced. */
  readonly modal: { current: boolean };
}

/** An announcement for screen readers. */
export interface News {
  readonly text: string;
  /** Another number for another announcement, which may have the same text. */
  readonly count: number;
  /** Whether the region in the dialog announces it, not the one of the provider. */
  readonly inDialog: boolean;
}

export const LocalizationContext: Context<Localization> = createContext<Localization>({
  messages: ENGLISH,
  locale: undefined,
  timeZoneOffset: undefined,
});
export const InboxContext: Context<InboxContextValue | undefined> = createContext<
  InboxContextValue | undefined
>(undefined);
/** The latest announcement for screen readers. */
export const NewsContext: Context<News> = createContext<News>({
  text: "",
  count: 0,
  inDialog: false,
});

export const useLocalization = (): Localization => useContext(LocalizationContext);

/** The same with all texts, for what is shown with a question. */
export const useQuestionLocalization = (): Localization & {
  readonly messages: ElicitationMessages;
} => useLocalization() as ReturnType<typeof useQuestionLocalization>;

/** The language of the texts, for an element that has no others; nothing where it is that of the page. */
export const useLanguage = (): Pick<ElicitationMessages, "lang" | "dir"> => {
  const { lang, dir } = useLocalization().messages;
  return { ...(lang && { lang }), ...(dir && { dir }) };
};

/**
 * The attributes of an element that a host can style: those it is given, the classes of the provider, and the language
 * of the texts.
 */
export function useAttributes(
  part: keyof ElicitationClassNames,
  given?: ElementAttributes,
): ElementAttributes & { readonly "data-midcall": string } {
  const { classNames } = useLocalization();
  const language = useLanguage();
  const className = [classNames?.[part], given?.className].filter(Boolean).join(" ") || undefined;
  return { ...(part !== "button" && language), ...given, className, "data-midcall": part };
}

export function useInboxContext(): InboxContextValue {
  const provided = useContext(InboxContext);
  if (!provided) throw new ProviderMissingError();
  return provided;
}
