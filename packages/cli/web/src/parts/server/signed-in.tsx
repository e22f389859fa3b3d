import { useState } from "react";
import type { ServerView } from "../../../../src/console/views/api-types.js";
import { useApi } from "../../context.js";
import { useAction } from "../../hooks/use-action.js";
import { Problem } from "../problem.js";
import { phrase } from "../../messages/phrase.js";
import { t } from "../../messages/text.js";

/** Where the user is signed in for a server, and the way to end it. */
export function SignedIn({ server }: { readonly server: ServerView }): React.ReactNode {
  const { id, signIn } = server;
  const api = useApi();
  const { run, problem } = useAction();
  const [said, setSaid] = useState("");
  const forget = (): void =>
    void run(async () => {
      const { text } = await api<{ text: string }>(`/servers/${id}/sign-in`, { method: "DELETE" });
      setSaid(t("You are signed out. {0}", text));
    });
  const isSignedIn = signIn?.state === "signed-in";
  return (
    <>
      {isSignedIn && (
        <div className="signed-in actions">
          <span className="muted">
            {phrase("You are signed in at {0}.", <bdi dir="ltr">{signIn.at.highlight}</bdi>)}
          </span>
          <button type="button" className="quiet" onClick={forget}>
            {t("Forget this sign-in")}
          </button>
        </div>
      )}
      <div role="status">{!isSignedIn && said && <p className="muted words">{said}</p>}</div>
      <Problem text={problem} />
    </>
  );
}
