import { Suspense, useId, useRef, useState } from "react";
import type { ProtocolVersionChoice } from "../../../../src/console/views/api-types.js";
import { waitForState } from "../../data/console-store.js";
import { useApi, useStore } from "../../context.js";
import { goTo } from "../../route.js";
import { useAction } from "../../hooks/use-action.js";
import { ProtocolVersionSelect } from "./protocol-version-select.js";
import { lazyPart } from "../../lazy-part.js";
import type { Options } from "./form/server-options.js";
import { phrase } from "../../messages/phrase.js";
import { t } from "../../messages/text.js";

const loadOptions = () => import("./form/server-options.js");
const ServerOptions = lazyPart(async () => (await loadOptions()).ServerOptions);

/** A form that adds a server and then shows it. */
export function AddServer(): React.ReactNode {
  const api = useApi();
  const store = useStore();
  const { run, busy, problem, clear } = useAction();
  const [target, setTarget] = useState("");
  const [name, setName] = useState("");
  const [protocolVersion, setProtocolVersion] = useState<ProtocolVersionChoice>("auto");
  /** Undefined until the user has opened them. */
  const [options, setOptions] = useState<Options>();
  const isUrl = /^\s*https?:\/\//i.test(target);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();

  const add = async (event: React.FormEvent): Promise<void> => {
    event.preventDefault();
    const good = await run(async () => {
      const named = name.trim() && { name: name.trim() };
      const more = options && (await loadOptions()).optionsBody(options, isUrl);
      const body = { target, protocolVersion, ...named, ...more };
      const { id } = await api<{ id: string }>("/servers", { body });
      // The event that adds it to the state may arrive after the response.
      await waitForState(store, ({ servers }) => servers.some((one) => one.id === id));
      goTo({ screen: "server", id, tab: "tools" });
    });
    if (!good) field.current?.focus();
  };
  return (
    <form className="card add" onSubmit={(event) => void add(event)} noValidate>
      <h2>{t("Add a server")}</h2>
      <div className="labelled wide">
        <label htmlFor={id}>{t("Command or URL")}</label>
        <input
          ref={field}
          id={id}
          dir="ltr"
          value={target}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-hint ${id}-problem`}
          onChange={(event) => {
            setTarget(event.target.value);
            clear();
          }}
        />
        <p id={`${id}-hint`} className="hint">
          {phrase(
            "For example {0} or {1}. A command runs on this computer with your permissions. Add only servers that you trust.",
            <code>npx -y my-mcp-server</code>,
            <code>https://example.com/mcp</code>,
          )}
        </p>
        <div role="alert" id={`${id}-problem`}>
          {problem !== undefined && <p className="problem">{problem}</p>}
        </div>
      </div>
      <div className="labelled">
        <label htmlFor={`${id}-name`}>
          {t("Name")} <span className="muted">{t("(optional)")}</span>
        </label>
        <input
          id={`${id}-name`}
          value={name}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <ProtocolVersionSelect value={protocolVersion} onChange={setProtocolVersion} />
      <details
        className="wide"
        onToggle={(event) => {
          if (event.currentTarget.open && !options)
            void loadOptions().then(({ newOptions }) => setOptions(newOptions()));
        }}
      >
        <summary>
          {isUrl ? t("Headers and time limit") : t("Environment, directory and time limit")}
        </summary>
        <Suspense fallback={<p role="status">{t("Loading…")}</p>}>
          {options && <ServerOptions isUrl={isUrl} options={options} onChange={setOptions} />}
        </Suspense>
      </details>
      <div className="actions">
        <button type="submit" className="primary" disabled={busy}>
          {t("Add and connect")}
        </button>
      </div>
    </form>
  );
}
