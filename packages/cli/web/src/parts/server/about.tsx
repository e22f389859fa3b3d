import type { CapabilitiesView, ServerView } from "../../../../src/console/views/api-types.js";
import { visibleText } from "../../visible-text.js";
import { Target } from "./target.js";
import { t } from "../../messages/text.js";

const CAPABILITIES: readonly [keyof CapabilitiesView, string][] = [
  ["tools", t("Tools")],
  ["prompts", t("Prompts")],
  ["resources", t("Resources")],
  ["subscribe", t("Following the updates of resources")],
  ["completions", t("Suggestions for arguments")],
  ["logging", t("Log messages")],
  ["tasks", t("Tasks in the background")],
];

/** What a server says about itself, and what it offers. */
export function About({ server }: { readonly server: ServerView }): React.ReactNode {
  const { info, capabilities, instructions, negotiated, headers } = server;
  return (
    <section aria-labelledby="about-title">
      <h2 id="about-title" className="unseen">
        {t("About")}
      </h2>
      <dl className="facts card">
        <Fact name={t("Reached at")}>
          <Target target={server.target} />
        </Fact>
        {headers.length > 0 && (
          <Fact name={t("Headers sent")}>
            <bdi>{headers.join(", ")}</bdi>
            {t(", until the console ends")}
          </Fact>
        )}
        {info && (
          <>
            <Fact name={t("Its own name")}>
              <bdi>{info.title ?? info.name}</bdi>
              {info.title !== undefined && info.title !== info.name && (
                <>
                  {" "}
                  (<bdi>{info.name}</bdi>)
                </>
              )}
            </Fact>
            <Fact name={t("Its version")}>
              <bdi>{info.version}</bdi>
            </Fact>
            {info.description !== undefined && (
              <Fact name={t("Description")}>
                <span className="words" dir="auto">
                  {info.description}
                </span>
              </Fact>
            )}
            {info.websiteUrl !== undefined && (
              <Fact name={t("Website")}>
                <a href={info.websiteUrl} target="_blank" rel="noopener noreferrer">
                  {info.websiteUrl}
                </a>
              </Fact>
            )}
          </>
        )}
        {negotiated !== undefined && (
          <Fact name={t("Protocol version")}>
            <bdi dir="ltr">{negotiated}</bdi>
          </Fact>
        )}
        {capabilities && (
          <Fact name={t("Offers")}>
            {CAPABILITIES.filter(([name]) => capabilities[name])
              .map(([, words]) => words)
              .join(", ") || t("nothing that is shown here")}
          </Fact>
        )}
      </dl>
      {info && (
        <p className="hint">
          {t("Names, descriptions and icons are the server’s own and unverified.")}
        </p>
      )}
      {instructions !== undefined && instructions !== "" && (
        <section aria-labelledby="instructions-title">
          <h3 id="instructions-title">{t("Instructions for the model")}</h3>
          <p className="card words" dir="auto">
            {visibleText(instructions)}
          </p>
        </section>
      )}
      {!info && <p className="empty">{t("Connect to see what the server says about itself.")}</p>}
    </section>
  );
}

function Fact(props: {
  readonly name: string;
  readonly children: React.ReactNode;
}): React.ReactNode {
  return (
    <div>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}
