import type {
  ResourceTemplateView,
  ResourceView,
  ServerView,
} from "../../../src/console/views/api-types.js";
import { useApi } from "../context.js";
import { useAction } from "../hooks/use-action.js";
import { useStartCall } from "../hooks/use-start-call.js";
import { CallList } from "../parts/call/call-list.js";
import { RequestMeta, useRequestMeta } from "../parts/call/request-meta.js";
import { TextArguments } from "../parts/call/text-arguments.js";
import { ItemScreen, ItemTitle } from "../parts/item-screen.js";
import { useResources } from "../parts/lists/resource-list.js";
import { Problem } from "../parts/problem.js";
import { timeOf } from "../time-text.js";
import { t } from "../messages/text.js";

export interface ResourceScreenProps {
  readonly id: string;
  /** A URI, or a URI template. */
  readonly uri: string;
}

/** A resource or a template: it is read, and followed. */
export function ResourceScreen({ id, uri }: ResourceScreenProps): React.ReactNode {
  return (
    <ItemScreen id={id} tab="resources">
      {(server) => <Resource server={server} uri={uri} />}
    </ItemScreen>
  );
}

/** Whether a URI can come from a template. */
function fitsTemplate(template: string, uri: string): boolean {
  const pieces = template.split(/\{[^}]*\}/);
  let from = 0;
  return pieces.every((piece, index) => {
    const at = index === 0 ? (uri.startsWith(piece) ? 0 : -1) : uri.indexOf(piece, from);
    from = at + piece.length;
    return at !== -1;
  });
}

function Resource({ server, uri }: { server: ServerView; uri: string }): React.ReactNode {
  const data = useResources(server);
  const resource = data?.resources.find((one) => one.uri === uri);
  const template = data?.templates.find(({ uriTemplate }) => uriTemplate === uri);
  const about = resource ?? template;
  return (
    <>
      <ItemTitle
        server={server}
        title={about?.title || about?.name || ""}
        name={uri}
        description={about?.description ?? ""}
      />
      <div className="bench">
        {template ? (
          <Template server={server} template={template} />
        ) : (
          <Read server={server} uri={uri} resource={resource} />
        )}
        <CallList
          server={server}
          kind="resource"
          includes={(name) => name === uri || (template !== undefined && fitsTemplate(uri, name))}
        />
      </div>
    </>
  );
}

function Template(props: {
  readonly server: ServerView;
  readonly template: ResourceTemplateView;
}): React.ReactNode {
  const { server, template } = props;
  const { uriTemplate, variables, optionalVariables } = template;
  const { start, problem } = useStartCall(server.id);
  const meta = useRequestMeta(server.id, "resource", uriTemplate);
  const read = (values: Readonly<Record<string, string>>): void => {
    const given = meta.read();
    if (given) start({ kind: "resource", name: uriTemplate, arguments: values, ...given });
  };
  return (
    <section className="card" aria-labelledby="variables-title">
      <h2 id="variables-title">{t("Variables")}</h2>
      <TextArguments
        server={server}
        of={{ kind: "resource", name: uriTemplate }}
        fields={variables.map((name) => ({
          name,
          title: "",
          description: "",
          required: !optionalVariables.includes(name),
        }))}
        action={t("Read")}
        choices={<RequestMeta of={meta} />}
        onSubmit={read}
      />
      <Problem text={problem} />
    </section>
  );
}

function Read(props: {
  readonly server: ServerView;
  readonly uri: string;
  readonly resource: ResourceView | undefined;
}): React.ReactNode {
  const { server, uri, resource } = props;
  const api = useApi();
  const { start, problem } = useStartCall(server.id);
  const follow = useAction();
  const meta = useRequestMeta(server.id, "resource", uri);
  const read = (): void => {
    const given = meta.read();
    if (given) start({ kind: "resource", name: uri, ...given });
  };
  const connected = server.state === "ready";
  const subscription = server.subscriptions.find((one) => one.uri === uri);
  const setFollowed = (on: boolean): void =>
    void follow.run(() =>
      api(`/servers/${server.id}/subscriptions`, { method: "PUT", body: { uri, on } }),
    );
  return (
    <section className="card" aria-label={t("Read the resource")}>
      {resource?.mimeType !== undefined && <p className="badge">{resource.mimeType}</p>}
      <RequestMeta of={meta} />
      <div className="actions">
        <button type="button" className="primary" disabled={!connected} onClick={read}>
          {t("Read")}
        </button>
        {server.capabilities?.subscribe && (
          <button
            type="button"
            aria-pressed={subscription !== undefined}
            disabled={!connected}
            onClick={() => setFollowed(!subscription)}
          >
            {subscription ? t("Stop following") : t("Follow updates")}
          </button>
        )}
      </div>
      <p role="status" className="hint">
        {subscription &&
          (subscription.updates === 0
            ? t("No updates yet.")
            : t(
                "Updated {0} times, last at {1}. Read it again to see the change.",
                subscription.updates,
                timeOf(subscription.updatedAt ?? 0),
              ))}
      </p>
      <Problem text={problem ?? follow.problem} />
    </section>
  );
}
