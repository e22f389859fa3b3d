import "../../styles/timeline.css";
import { useId, useState } from "react";
import type { HttpEntry, ServerView } from "../../../../src/console/views/api-types.js";
import { useApi } from "../../context.js";
import { useFetched } from "../../hooks/use-fetched.js";
import { RecordActions } from "../lists/record-actions.js";
import { SearchField } from "../lists/search-field.js";
import { HttpRow } from "./http-row.js";
import { t } from "../../messages/text.js";

/** What a search looks at. */
const textOf = ({ method, url, status, message, purpose, problem = "" }: HttpEntry): string =>
  `${method} ${url} ${status ?? ""} ${message?.method ?? ""} ${message?.name ?? ""} ${purpose} ${problem}`;

/** The HTTP requests of the console to a server and for signing in, newest first. */
export function HttpView({ server }: { readonly server: ServerView }): React.ReactNode {
  const api = useApi();
  const path = `/servers/${server.id}/http`;
  const { data } = useFetched<{ readonly entries: readonly HttpEntry[] }>(path, server.httpSeq);
  const [search, setSearch] = useState("");
  const id = useId();
  const words = search.trim().toLowerCase();
  const all = data?.entries ?? [];
  const found = all.filter((entry) => textOf(entry).toLowerCase().includes(words));
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="unseen">
        {t("HTTP requests")}
      </h2>
      <div className="filters">
        <SearchField value={search} onChange={setSearch} />
        <RecordActions
          file="http.json"
          found={found}
          isEmpty={all.length === 0}
          onClear={() => void api(path, { method: "DELETE" }).catch(() => {})}
        />
      </div>
      <p className="hint">
        {t(
          "Newest first. Headers that are secret, and all that you have entered, are masked; bodies are not kept. Headers that Node adds itself, such as Host, are not in the list.",
        )}
      </p>
      {data && all.length === 0 && (
        <p className="empty">{t("No requests yet. Connect, or call a tool.")}</p>
      )}
      {all.length > 0 && found.length === 0 && (
        <p className="empty">{t("No requests match the search.")}</p>
      )}
      <ol className="wire" reversed>
        {[...found].reverse().map((entry) => (
          <HttpRow key={entry.seq} entry={entry} />
        ))}
      </ol>
    </section>
  );
}
