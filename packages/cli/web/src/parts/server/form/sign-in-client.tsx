import { useId } from "react";
import { phrase } from "../../../messages/phrase.js";
import { t } from "../../../messages/text.js";

/** What the user has entered for a sign-in. */
export interface TypedSignIn {
  readonly clientId: string;
  readonly secret: string;
  /** `undefined` until the user changes them. */
  readonly scopes: string | undefined;
}

/** The body of the request to sign in; what is empty is left out. */
export const signInBody = ({ clientId, secret, scopes }: TypedSignIn): object => ({
  ...(clientId.trim() !== "" && { clientId: clientId.trim() }),
  ...(secret !== "" && { clientSecret: secret }),
  ...(scopes !== undefined && { scopes }),
});

export interface SignInClientProps {
  readonly isOptional: boolean;
  /** The scopes that the server asks for. */
  readonly offered: readonly string[];
  readonly typed: TypedSignIn;
  readonly onChange: (typed: TypedSignIn) => void;
}

/** The fields for a client that was registered by hand, and for other scopes. */
export function SignInClient({
  isOptional,
  offered,
  typed,
  onChange,
}: SignInClientProps): React.ReactNode {
  const id = useId();
  const change = (part: Partial<TypedSignIn>): void => onChange({ ...typed, ...part });
  const field = { dir: "ltr", autoComplete: "off", autoCapitalize: "off", spellCheck: false };
  return (
    <div className="server-options">
      <div className="labelled">
        <label htmlFor={id}>
          {t("Client ID")} {isOptional && <span className="muted">{t("(optional)")}</span>}
        </label>
        <input
          {...field}
          id={id}
          value={typed.clientId}
          aria-describedby={`${id}-hint`}
          onChange={(event) => change({ clientId: event.target.value })}
        />
        <p id={`${id}-hint`} className="hint">
          {phrase(
            "Of a client that was registered there with the redirect URI {0} (any port), or the URL of a client ID metadata document.",
            <code>http://127.0.0.1/callback</code>,
          )}
        </p>
      </div>
      <div className="labelled">
        <label htmlFor={`${id}-secret`}>
          {t("Client secret")} <span className="muted">{t("(optional)")}</span>
        </label>
        <input
          {...field}
          id={`${id}-secret`}
          type="password"
          value={typed.secret}
          aria-describedby={`${id}-secret-hint`}
          onChange={(event) => change({ secret: event.target.value })}
        />
        <p id={`${id}-secret-hint`} className="hint">
          {t(
            "Only if the client has one. It is stored encrypted with the tokens, and never shown again.",
          )}
        </p>
      </div>
      <div className="labelled">
        <label htmlFor={`${id}-scopes`}>{t("Scopes, separated by spaces")}</label>
        <input
          {...field}
          id={`${id}-scopes`}
          value={typed.scopes ?? offered.join(" ")}
          onChange={(event) => change({ scopes: event.target.value })}
        />
      </div>
    </div>
  );
}
