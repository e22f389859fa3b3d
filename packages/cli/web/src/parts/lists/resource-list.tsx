import type { ResourcesView, ServerView } from "../../../../src/console/views/api-types.js";
import { useFetched } from "../../hooks/use-fetched.js";
import { hrefOf } from "../../route.js";
import { sizeText } from "../../size-text.js";
import { ItemHead } from "./item-head.js";
import { SearchedList } from "./searched-list.js";
import { t } from "../../messages/text.js";

/** The resources of a server and its templates. */
export function useResources({ id, resourcesSeq }: ServerView): ResourcesView | undefined {
  return useFetched<ResourcesView>(`/servers/${id}/resources`, resourcesSeq).data;
}

const wordsOf = (item: { name: string; title: string; description: string }): string =>
  `${item.name} ${item.title} ${item.description}`;

export function ResourceList({ server }: { readonly server: ServerView }): React.ReactNode {
  const data = useResources(server);
  if (!data) return <p role="status">{t("Loading the resources…")}</p>;
  const { resources, templates, problem } = data;
  const hrefFor = (uri: string): string => hrefOf({ screen: "resource", id: server.id, uri });
  return (
    <>
      {problem !== undefined && <p className="problem words">{problem}</p>}
      {resources.length + templates.length === 0 && problem === undefined && (
        <p className="empty">{t("This server has no resources.")}</p>
      )}
      {templates.length > 0 && (
        <section aria-labelledby="templates-title">
          <h2 id="templates-title">{t("Templates")}</h2>
          <SearchedList
            noun={t("templates")}
            items={templates}
            keyOf={({ uriTemplate }) => uriTemplate}
            textOf={(one) => `${wordsOf(one)} ${one.uriTemplate}`}
          >
            {(one) => <ItemHead {...one} name={one.uriTemplate} href={hrefFor(one.uriTemplate)} />}
          </SearchedList>
        </section>
      )}
      {resources.length > 0 && (
        <section aria-labelledby="resources-title">
          <h2 id="resources-title" className={templates.length > 0 ? undefined : "unseen"}>
            {t("Resources")}
          </h2>
          <SearchedList
            noun={t("resources")}
            items={resources}
            keyOf={({ uri }) => uri}
            textOf={(one) => `${wordsOf(one)} ${one.uri}`}
          >
            {(one) => (
              <>
                <ItemHead {...one} name={one.uri} href={hrefFor(one.uri)} />
                <p className="muted">
                  <bdi>{one.mimeType}</bdi>{" "}
                  {one.size !== undefined && <bdi>{sizeText(one.size)}</bdi>}
                </p>
              </>
            )}
          </SearchedList>
        </section>
      )}
    </>
  );
}
