import type { PromptsView, ServerView } from "../../../../src/console/views/api-types.js";
import { useFetched } from "../../hooks/use-fetched.js";
import { hrefOf } from "../../route.js";
import { ItemHead } from "./item-head.js";
import { SearchedList } from "./searched-list.js";
import { t } from "../../messages/text.js";

/** The prompts of a server. */
export function usePrompts({ id, promptsSeq }: ServerView): PromptsView | undefined {
  return useFetched<PromptsView>(`/servers/${id}/prompts`, promptsSeq).data;
}

export function PromptList({ server }: { readonly server: ServerView }): React.ReactNode {
  const data = usePrompts(server);
  if (!data) return <p role="status">{t("Loading the prompts…")}</p>;
  return (
    <section aria-labelledby="prompts-title">
      <h2 id="prompts-title" className="unseen">
        {t("Prompts")}
      </h2>
      {data.problem !== undefined && <p className="problem words">{data.problem}</p>}
      {data.prompts.length === 0 && data.problem === undefined ? (
        <p className="empty">{t("This server has no prompts.")}</p>
      ) : (
        <SearchedList
          noun={t("prompts")}
          items={data.prompts}
          keyOf={({ name }) => name}
          textOf={({ name, title, description }) => `${name} ${title} ${description}`}
        >
          {(prompt) => (
            <ItemHead
              {...prompt}
              href={hrefOf({ screen: "prompt", id: server.id, prompt: prompt.name })}
            />
          )}
        </SearchedList>
      )}
    </section>
  );
}
