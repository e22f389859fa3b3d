import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { OpenQuestion, RespondOutcome } from "../../client/index.js";
import type { ReviewMode } from "../../form/answer-layout.js";
import { displayText, type Form, type FormOptions } from "../../form/index.js";
import {
  type News,
  NewsContext,
  InboxContext,
  type InboxContextValue,
  LocalizationContext,
} from "../context.js";
import type { ElicitationClassNames } from "../customizing/attributes.js";
import type { ElicitationComponents } from "../customizing/components.js";
import type { Draft } from "../drafts/drafts.js";
import type { DraftStorage } from "../drafts/draft-storage.js";
import { PartsContext, useLoading } from "../loading/use-parts.js";
import { NewsRegion } from "./live-region.js";
import { ENGLISH, type ElicitationMessages } from "../messages.js";
import type { SaidAside } from "../links/side-news.js";
import { shownName } from "./shown-name.js";
import type { ElicitationStore } from "../hooks/store.js";
import { useInboxSnapshot } from "../hooks/use-elicitations.js";

/** How long an announcement stays in the live region, in milliseconds. */
const NEWS_MS = 8000;
/** How much of a message an announcement contains, in characters. */
const BEGINNING = 120;

/** The provider's state for an open question. */
interface Known {
  readonly server: string;
  form?: Form;
  draft?: Draft | undefined;
  answered?: boolean;
  said?: boolean;
}

function entryOf(known: Map<string, Known>, { id, server }: OpenQuestion): Known {
  const entry = known.get(id) ?? { server };
  known.set(id, entry);
  return entry;
}

/** The beginning of a message on one line, with a stop unless it ends with punctuation; nothing of a server that still needs approval. */
function beginningOf({ message, needsApproval }: OpenQuestion): string {
  const text = needsApproval ? "" : displayText(message);
  if (text.length > BEGINNING) return `${text.slice(0, BEGINNING).trimEnd()}…`;
  return text && !/\p{P}$/u.test(text) ? `${text}.` : text;
}

/** Adds what is said of questions that appear at the same moment, and with the last one how many are open. */
function addArrivals(
  texts: Set<string>,
  questions: readonly OpenQuestion[],
  open: number,
  words: ElicitationMessages,
): void {
  for (const question of questions) {
    const say = (count: number): string =>
      words.arrived(shownName(question.server), count, beginningOf(question));
    // The same words are said once.
    texts.delete(say(1));
    texts.add(say(question === questions.at(-1) ? open : 1));
  }
}

/** Properties of {@link ElicitationProvider}. */
export interface ElicitationProviderProps {
  /** The inbox, or a store in front of one. Pass the same object on every render. */
  readonly inbox: ElicitationStore;
  /** Texts in place of the English ones: `react` of a language in `midcall/locales`, or some of your own. */
  readonly messages?: Partial<ElicitationMessages> | undefined;
  /** Classes for parts of the components, such as `{ button: "btn" }`. Pass the same object on every render. */
  readonly classNames?: ElicitationClassNames | undefined;
  /** Components of your own in place of parts, such as `{ Button }`. Pass the same object on every render. */
  readonly components?: ElicitationComponents | undefined;
  /** A BCP 47 language tag for dates. Default: `lang` of `messages`, or the browser's language. */
  readonly locale?: string | undefined;
  /**
   * The offset of dates with a time, as in `createForm`. Default: the time zone of the device. It is part of the
   * rendered text: with server-side rendering of {@link FormFields}, pass the same offset on both sides, or render on
   * the client.
   */
  readonly timeZoneOffset?: FormOptions["timeZoneOffset"];
  /**
   * When an answer is shown once more before it is sent: `always`, `never`, or `auto`, where that shows something that
   * the form does not (a long form, a value that the server has suggested, a suspected secret). Default: `auto`.
   */
  readonly review?: ReviewMode | undefined;
  /**
   * Where to keep what the user has entered and not sent yet, so that it is there again after a reload. `sessionStorage`
   * fits. Pass the same object on every render. Default: input is lost with the page, and kept until then for a question
   * that is withdrawn and asked again. Fields that seem to ask for a secret are never stored.
   */
  readonly drafts?: DraftStorage | undefined;
  /**
   * The key that moves the focus to the first open question, and back from a question, in the notation of
   * `aria-keyshortcuts`, such as `"Control+Shift+Y"`; `false` for none. It needs a modifier other than Shift. Default:
   * `"Alt+Q"`.
   *
   * @see https://www.w3.org/WAI/WCAG22/Understanding/character-key-shortcuts
   */
  readonly shortcut?: string | false | undefined;
  readonly children?: ReactNode;
}

/**
 * Provides an inbox to the components inside it, and registers a UI with the inbox while it is rendered. Render it
 * before clients connect: only then do they declare the capability.
 *
 * It renders one invisible live region, which announces new and removed questions.
 *
 * @example
 * ```tsx
 * const inbox = createInbox({ open: openWindow });
 *
 * <ElicitationProvider inbox={inbox}>
 *   <App />
 *   <ElicitationDialog />
 * </ElicitationProvider>;
 * ```
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
 */
export function ElicitationProvider(props: ElicitationProviderProps): ReactNode {
  const { inbox: store, messages: given, classNames, components, timeZoneOffset } = props;
  const { locale = given?.lang } = props;
  const { drafts: storage, review = "auto", shortcut = "Alt+Q", children } = props;
  const { showing, waiting, held, links } = useInboxSnapshot(store);
  const loading = useLoading(showing.length + held.length + links.length > 0);
  const { parts } = loading;
  const messages = useMemo(
    () => ({ ...ENGLISH, ...parts?.QUESTION_ENGLISH, ...given }),
    [parts, given],
  );
  const wording = useMemo(
    () => ({ messages, classNames, components, locale, timeZoneOffset }),
    [messages, classNames, components, locale, timeZoneOffset],
  );
  useEffect(() => store.mount({ isGuarded: true }), [store]);

  const [known] = useState(() => new Map<string, Known>());
  const drafts = useMemo(() => parts?.createDrafts(storage), [storage, parts]);
  useEffect(() => {
    if (!drafts) return;
    addEventListener("pagehide", drafts.save);
    return () => {
      removeEventListener("pagehide", drafts.save);
      drafts.save();
    };
  }, [drafts]);
  const provided = useMemo(
    (): InboxContextValue => ({
      store,
      review,
      shortcut,
      openedHere: new Set(),
      modal: { current: false },
      respond(...answer) {
        // Set before the answer is sent, because that may remove the question immediately.
        const entry = known.get(answer[0]);
        if (entry) entry.answered = true;
        const outcome = store.respond(...answer);
        const settled = ({ ok }: RespondOutcome): void => {
          if (ok) entry?.draft?.remove();
        };
        if ("then" in outcome) void outcome.then(settled, () => {});
        else settled(outcome);
        return outcome;
      },
      formOf(question) {
        const entry = entryOf(known, question);
        if (!entry.form) {
          // One that was withdrawn in the same moment leaves its draft to the same question asked again.
          const { showing, waiting } = store.getSnapshot();
          for (const [id, { draft, answered }] of known) {
            const isOpen = [...showing, ...waiting].some((one) => one.id === id);
            if (!isOpen && !answered) draft?.close();
          }
          // Called by the parts themselves.
          entry.form = parts!.createForm(question.requestedSchema, { timeZoneOffset });
          entry.draft = drafts?.open(question, entry.form);
        }
        return entry.form;
      },
    }),
    [store, known, timeZoneOffset, parts, drafts, review, shortcut],
  );

  const [aside] = useState((): SaidAside => ({
    held: new Set(),
    completed: new Set(),
    kept: new Set(),
  }));
  const [news, setNews] = useState<News>({ text: "", count: 0, inDialog: false });
  useEffect(() => {
    const open = new Map([...showing, ...waiting].map((question) => [question.id, question]));
    // Once the parts are loaded, all words are there.
    const words = messages as ElicitationMessages;
    const texts = new Set(parts?.sideNews(aside, { held, links, showing }, words));
    let ended = false;
    for (const [id, { server, said, answered, draft }] of known) {
      if (open.has(id)) continue;
      known.delete(id);
      ended = true;
      draft?.close();
      if (said && !answered && store.rule(server) !== "block") {
        texts.add(words.gone(shownName(server)));
      }
    }
    // They are said when they can be shown.
    const unsaid = [...open.values()].filter((question) => !entryOf(known, question).said && parts);
    addArrivals(texts, unsaid, open.size, words);
    for (const question of unsaid) entryOf(known, question).said = true;
    // What was said of a question does not stay when it has ended.
    if (texts.size === 0 && !ended) return;
    const text = [...texts].join(" ");
    setNews(({ count }) => ({ text, count: count + 1, inDialog: provided.modal.current }));
  }, [showing, waiting, held, links, messages, store, known, aside, parts, provided]);
  useEffect(() => {
    if (!news.text) return;
    const timer = setTimeout(() => setNews((last) => ({ ...last, text: "" })), NEWS_MS);
    return () => clearTimeout(timer);
  }, [news]);

  return (
    <LocalizationContext.Provider value={wording}>
      <InboxContext.Provider value={provided}>
        <PartsContext.Provider value={loading}>
          <NewsContext.Provider value={news}>
            {children}
            {parts && shortcut && <parts.Shortcut keys={shortcut} />}
            <NewsRegion news={news.inDialog ? undefined : news} />
          </NewsContext.Provider>
        </PartsContext.Provider>
      </InboxContext.Provider>
    </LocalizationContext.Provider>
  );
}
