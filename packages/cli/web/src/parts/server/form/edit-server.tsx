import { useId, useState } from "react";
import type { EditableServer, ServerView } from "../../../../../src/console/views/api-types.js";
import { useApi } from "../../../context.js";
import { useAction } from "../../../hooks/use-action.js";
import { useFetched } from "../../../hooks/use-fetched.js";
import { goTo } from "../../../route.js";
import { Problem } from "../../problem.js";
import { ProtocolVersionSelect } from "../protocol-version-select.js";
import { keptRows } from "./entered-rows.js";
import { type Options, optionsBody, ServerOptions } from "./server-options.js";
import { t } from "../../../messages/text.js";

/** A form that changes how a server is reached. */
export function EditServer({ server }: { readonly server: ServerView }): React.ReactNode {
  const { data, problem } = useFetched<EditableServer>(`/servers/${server.id}/settings`, 0);
  if (!data)
    return problem === undefined ? (
      <p role="status">{t("Loading…")}</p>
    ) : (
      <Problem text={problem} />
    );
  return <EditForm key={server.id} server={server} settings={data} />;
}

interface EditFormProps {
  readonly server: ServerView;
  readonly settings: EditableServer;
}

function EditForm({ server, settings }: EditFormProps): React.ReactNode {
  const api = useApi();
  const { run, busy, problem } = useAction();
  const [target, setTarget] = useState(settings.target);
  const [name, setName] = useState(settings.name);
  const [protocolVersion, setProtocolVersion] = useState(settings.protocolVersion);
  const [options, setOptions] = useState<Options>(() => ({
    environment: keptRows(settings.environment),
    headers: keptRows(settings.headers),
    cwd: settings.cwd,
    timeout: settings.timeout === null ? "" : String(settings.timeout),
  }));
  const id = useId();
  const isUrl = /^\s*https?:\/\//i.test(target);
  const isOpen = server.state === "ready" || server.state === "connecting";

  const save = (connect: boolean): void => {
    if (busy) return;
    void run(async () => {
      const body = {
        // The browser may have changed what it cannot show, such as a line break.
        ...(target !== settings.target && { target }),
        name,
        protocolVersion,
        ...optionsBody(options, isUrl),
        connect,
      };
      await api(`/servers/${server.id}`, { method: "PUT", body });
      goTo({ screen: "server", id: server.id, tab: "tools" });
    });
  };
  const field = { dir: "ltr", autoComplete: "off", autoCapitalize: "off", spellCheck: false };
  return (
    <form
      className="card add"
      noValidate
      aria-labelledby={`${id}-title`}
      onSubmit={(event) => {
        event.preventDefault();
        save(true);
      }}
    >
      <h2 id={`${id}-title`}>{t("Edit the server")}</h2>
      <div className="labelled wide">
        <label htmlFor={id}>{t("Command or URL")}</label>
        <input
          {...field}
          id={id}
          value={target}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setTarget(event.target.value)}
        />
        <p id={`${id}-hint`} className="hint">
          {t("Likely secrets are masked; a masked part that you leave where it is stays as it is.")}
        </p>
      </div>
      <div className="labelled">
        <label htmlFor={`${id}-name`}>{t("Name")}</label>
        <input
          id={`${id}-name`}
          value={name}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <ProtocolVersionSelect value={protocolVersion} onChange={setProtocolVersion} />
      <ServerOptions isUrl={isUrl} options={options} onChange={setOptions} />
      {isOpen && (
        <p className="hint wide">{t("Saving reconnects the server and ends its running calls.")}</p>
      )}
      <div className="wide">
        <Problem text={problem} />
      </div>
      <div className="actions">
        <button type="submit" className="primary">
          {isOpen ? t("Save and reconnect") : t("Save and connect")}
        </button>
        {!isOpen && (
          <button type="button" onClick={() => save(false)}>
            {t("Save")}
          </button>
        )}
        <button
          type="button"
          className="quiet"
          onClick={() => goTo({ screen: "server", id: server.id, tab: "tools" })}
        >
          {t("Cancel")}
        </button>
      </div>
    </form>
  );
}
