import type { ServerView } from "../../../src/console/views/api-types.js";
import { useStartCall } from "../hooks/use-start-call.js";
import { CallList } from "../parts/call/call-list.js";
import { RequestMeta, useRequestMeta } from "../parts/call/request-meta.js";
import { TextArguments } from "../parts/call/text-arguments.js";
import { ItemScreen, ItemTitle } from "../parts/item-screen.js";
import { usePrompts } from "../parts/lists/prompt-list.js";
import { Problem } from "../parts/problem.js";
import { t } from "../messages/text.js";

export interface PromptScreenProps {
  readonly id: string;
  readonly name: string;
}

/** A prompt: its arguments, and what it was answered with. */
export function PromptScreen({ id, name }: PromptScreenProps): React.ReactNode {
  return (
    <ItemScreen id={id} tab="prompts">
      {(server) => <Prompt server={server} name={name} />}
    </ItemScreen>
  );
}

function Prompt({ server, name }: { server: ServerView; name: string }): React.ReactNode {
  const data = usePrompts(server);
  const prompt = data?.prompts.find((one) => one.name === name);
  const { start, problem } = useStartCall(server.id);
  const meta = useRequestMeta(server.id, "prompt", name);
  const get = (values: Readonly<Record<string, string>>): void => {
    const given = meta.read();
    if (given) start({ kind: "prompt", name, arguments: values, ...given });
  };
  return (
    <>
      <ItemTitle
        server={server}
        title={prompt?.title ?? ""}
        name={name}
        description={prompt?.description ?? ""}
      />
      {data && !prompt && <p className="empty">{t("The server no longer has this prompt.")}</p>}
      <div className="bench">
        {prompt && (
          <section className="card" aria-labelledby="arguments-title">
            <h2 id="arguments-title">{t("Arguments")}</h2>
            {prompt.arguments.length === 0 && (
              <p className="muted">{t("This prompt takes no arguments.")}</p>
            )}
            <TextArguments
              server={server}
              of={{ kind: "prompt", name }}
              fields={prompt.arguments}
              action={t("Get the prompt")}
              choices={<RequestMeta of={meta} />}
              onSubmit={get}
            />
            <Problem text={problem} />
          </section>
        )}
        <CallList server={server} kind="prompt" includes={(one) => one === name} />
      </div>
    </>
  );
}
