import { useId, useState } from "react";
import type { ServerView, SignInView } from "../../../../src/console/views/api-types.js";
import { useApi } from "../../context.js";
import { useAction } from "../../hooks/use-action.js";
import { Problem } from "../problem.js";
import { SignInClient, signInBody, type TypedSignIn } from "./form/sign-in-client.js";
import { HeaderFields, headersOf, NO_HEADER } from "./header-fields.js";
import { phrase } from "../../messages/phrase.js";
import { t } from "../../messages/text.js";

export interface SignInProps {
  readonly server: ServerView;
  readonly signIn: SignInView;
}

/** Shown instead of the tools while the user has to sign in: where, for what, and the way to do it. */
export function SignIn({ server, signIn }: SignInProps): React.ReactNode {
  const { at, warnings, scopes, reason, problem, state } = signIn;
  const id = useId();
  const [isBlocked, setBlocked] = useState(false);
  return (
    <section className="empty sign-in" data-state={state} aria-labelledby={id}>
      <h2 id={id}>
        {phrase("This server needs you to sign in at {0}", <bdi dir="ltr">{at.highlight}</bdi>)}
      </h2>
      {reason !== undefined && (
        <div role="alert">
          <p className="words">{reason}</p>
        </div>
      )}
      <p>
        {t("The page to sign in:")}{" "}
        <code className="target" dir="ltr">
          {at.before}
          <strong>{at.highlight}</strong>
          {at.after}
        </code>
      </p>
      {warnings.length > 0 && (
        <ul className="words">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <Scopes scopes={scopes} />
      {problem !== undefined && (
        <div role="alert">
          <p className="problem words">{problem}</p>
        </div>
      )}
      {state === "waiting" ? (
        <Waiting server={server} signIn={signIn} isBlocked={isBlocked} />
      ) : (
        <Start server={server} signIn={signIn} onBlocked={setBlocked} />
      )}
    </section>
  );
}

function Scopes({ scopes }: Pick<SignInView, "scopes">): React.ReactNode {
  if (scopes.length === 0) return <p>{t("You will see there what you are asked to allow.")}</p>;
  return (
    <>
      <p>{t("You are asked to allow:")}</p>
      <ul className="scopes">
        {scopes.map((scope) => (
          <li key={scope}>
            <code>
              <bdi>{scope}</bdi>
            </code>
            {scope === "offline_access" && ` ${t("(stay signed in)")}`}
          </li>
        ))}
      </ul>
    </>
  );
}

function Start({
  server: { id },
  signIn: { needsClientId, scopes },
  onBlocked,
}: SignInProps & {
  /** Called with whether the browser has refused to open a tab. */
  readonly onBlocked: (isBlocked: boolean) => void;
}): React.ReactNode {
  const api = useApi();
  const { run, busy, problem } = useAction();
  const [typed, setTyped] = useState<TypedSignIn>({ clientId: "", secret: "", scopes: undefined });
  const [header, setHeader] = useState(NO_HEADER);
  const signIn = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    // Opened in the click, because browsers block it later. If it is blocked all the same, there is a link.
    const tab = window.open("about:blank", "_blank");
    if (tab) tab.opener = null;
    onBlocked(tab === null);
    const good = await run(async () => {
      const { url } = await api<{ url: string }>(`/servers/${id}/sign-in`, {
        body: signInBody(typed),
      });
      tab?.location.replace(url);
    });
    if (!good) tab?.close();
  };
  const client = (
    <SignInClient isOptional={!needsClientId} offered={scopes} typed={typed} onChange={setTyped} />
  );
  return (
    <>
      <form className="reconnect" onSubmit={(event) => void signIn(event)} noValidate>
        {needsClientId && client}
        <button type="submit" className="primary">
          {t("Sign in")}
        </button>
        <p className="hint">
          {t(
            "The page opens in a new tab. The tokens are stored encrypted on this computer and sent to this server only.",
          )}
        </p>
        {!needsClientId && (
          <details>
            <summary>{t("Use a client ID or scopes of your own")}</summary>
            {client}
          </details>
        )}
        <Problem text={problem} />
      </form>
      <details>
        <summary>{t("Use a header instead")}</summary>
        <form
          className="reconnect"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void run(() => api(`/servers/${id}/connect`, { body: headersOf(header) }));
          }}
        >
          <HeaderFields header={header} onChange={setHeader} />
          <button type="submit">{t("Connect")}</button>
        </form>
      </details>
    </>
  );
}

function Waiting({
  server: { id },
  signIn: { url },
  isBlocked,
}: SignInProps & { readonly isBlocked: boolean }): React.ReactNode {
  const api = useApi();
  const { run, problem } = useAction();
  return (
    <>
      <p role="status">
        {isBlocked ? (
          <strong>
            {t("Your browser has blocked the new tab. Open the page with this link.")}
          </strong>
        ) : (
          <>
            <strong>{t("Waiting for you to sign in.")}</strong>{" "}
            {t("This page continues by itself.")}
          </>
        )}
      </p>
      <div className="actions">
        <a className="button" href={url} target="_blank" rel="noopener noreferrer">
          {t("Open the page to sign in")}
        </a>
        <button
          type="button"
          onClick={() => void run(() => api(`/servers/${id}/sign-in/cancel`, { body: {} }))}
        >
          {t("Cancel")}
        </button>
      </div>
      <Problem text={problem} />
    </>
  );
}
