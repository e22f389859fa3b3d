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

/** How long something new stays in the live region. */
const NEWS_MS = 8000;

/** What is remembered of an open question. */
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
  /** The inbox, or a store in front of one. Keep it the same between renders. */
  readonly inbox: ElicitationStore;
  /** Texts in place of the English ones. */
  readonly messages?: Partial<ElicitationMessages> | undefined;
  /** A BCP 47 tag for dates; default that of the browser. */
  readonly locale?: string | undefined;
  /**
   * The offset of dates with a time, as in `createForm`; default the time zone of the device. It is part of what is
   * rendered: where a server renders {@link FormFields} first, give both the same one, or render them on the client.
   */
  readonly timeZoneOffset?: FormOptions["timeZoneOffset"];
  readonly children?: ReactNode;
}

/**
 * Connects the parts inside it with an inbox, and tells the inbox that there is a UI for as long as it
 * is rendered. Render it before clients connect: only then do they declare that they can be asked.
 *
 * It renders one invisible live region, which says when questions come and go.
 *
 * @example
 * ```tsx
 * const inbox = createInbox({ open: (url) => window.open(url, "_blank", "noopener,noreferrer") });
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
        // Before it is sent: the question may be gone at once.
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
    // An empty region says the same text again when it comes again.
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
