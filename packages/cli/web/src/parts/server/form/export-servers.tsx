import { useApi } from "../../../context.js";
import { saveFile } from "../../../data/save-file.js";
import { useAction } from "../../../hooks/use-action.js";
import { Problem } from "../../problem.js";
import { phrase } from "../../../messages/phrase.js";
import { t } from "../../../messages/text.js";

/** Saves the list of servers as a file that other hosts read, without secrets. */
export function ExportServers(): React.ReactNode {
  const api = useApi();
  const { run, problem } = useAction();
  const save = (): void =>
    void run(async () => {
      const configuration = await api("/servers/export");
      saveFile("mcp.json", `${JSON.stringify(configuration, undefined, 2)}\n`, "application/json");
    });
  return (
    <div className="export">
      <button type="button" className="quiet" onClick={save} aria-describedby="export-hint">
        {t("Export as mcp.json")}
      </button>{" "}
      <span className="hint" id="export-hint">
        {phrase("Secrets are left out: {0} stands in their place.", <code>{"${NAME}"}</code>)}
      </span>
      <Problem text={problem} />
    </div>
  );
}
