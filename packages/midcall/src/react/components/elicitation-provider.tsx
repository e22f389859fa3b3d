import { type ReactNode, useEffect, useMemo, useState } from "react";
import type { OpenQuestion } from "../../client/index.js";
import { createForm, type Form, type FormOptions } from "../../form/index.js";
import {
  NewsContext,
  InboxContext,
  type InboxContextValue,
  LocalizationContext,
} from "../context.js";
import { LiveRegion } from "./live-region.js";
import { ENGLISH, type ElicitationMessages } from "../messages.js";
import { shownName } from "./shown-name.js";
import type { ElicitationStore } from "../hooks/store.js";
import { useInboxSnapshot } from "../hooks/use-elicitations.js";

/** How long an announcement stays in the live region, in milliseconds. */
const NEWS_MS = 8000;

/** The provider's state for an open question. */
interface Known {
  readonly server: string;
  form?: Form;
  answered?: boolean;
  said?: boolean;
}

function entryOf(known: Map<string, Known>, { id, server }: OpenQuestion): Known {
  const entry = known.get(id) ?? { server };
  known.set(id, entry);
  return entry;
}

/** Properties of {@link ElicitationProvider}. */
export interface ElicitationProviderProps {
  /** The inbox, or a store in front of one. Pass the same object on every render. */
  readonly inbox: ElicitationStore;
  /** Texts in place of the English ones. */
  readonly messages?: Partial<ElicitationMessages> | undefined;
  /** A BCP 47 language tag for dates. Default: the browser's language. */
  readonly locale?: string | undefined;
  /**
   * The offset of dates with a time, as in `createForm`. Default: the time zone of the device. It is part of the
   * rendered text: with server-side rendering of {@link FormFields}, pass the same offset on both sides, or render on
   * the client.
   */
  readonly timeZoneOffset?: FormOptions["timeZoneOffset"];
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
  const { inbox: store, messages: given, locale, timeZoneOffset, children } = props;
  const messages = useMemo(() => ({ ...ENGLISH, ...given }), [given]);
  const wording = useMemo(
    () => ({ messages, locale, timeZoneOffset }),
    [messages, locale, timeZoneOffset],
  );
  useEffect(() => store.mount(), [store]);

  const [known] = useState(() => new Map<string, Known>());
  const provided = useMemo(
    (): InboxContextValue => ({
      store,
      respond(...answer) {
        // Set before the answer is sent, because that may remove the question immediately.
        const entry = known.get(answer[0]);
        if (entry) entry.answered = true;
        return store.respond(...answer);
      },
      formOf: (question) =>
        (entryOf(known, question).form ??= createForm(question.requestedSchema, {
          timeZoneOffset,
        })),
    }),
    [store, known, timeZoneOffset],
  );

  const [news, setNews] = useState("");
  const { showing, waiting } = useInboxSnapshot(store);
  useEffect(() => {
    const open = new Map([...showing, ...waiting].map((question) => [question.id, question]));
    const texts = new Set<string>();
    for (const [id, { server, answered }] of known) {
      if (open.has(id)) continue;
      known.delete(id);
      if (!answered && store.rule(server) !== "block") texts.add(messages.gone(shownName(server)));
    }
    for (const question of open.values()) {
      const entry = entryOf(known, question);
      if (!entry.said) texts.add(messages.arrived(shownName(question.server), open.size));
      entry.said = true;
    }
    if (texts.size > 0) setNews([...texts].join(" "));
  }, [showing, waiting, messages, store, known]);
  useEffect(() => {
    if (!news) return;
    // The region is emptied so that a repeated text is announced again.
    const timer = setTimeout(() => setNews(""), NEWS_MS);
    return () => clearTimeout(timer);
  }, [news]);

  return (
    <LocalizationContext value={wording}>
      <InboxContext value={provided}>
        <NewsContext value={news}>
          {children}
          <LiveRegion>{news}</LiveRegion>
        </NewsContext>
      </InboxContext>
    </LocalizationContext>
  );
}
