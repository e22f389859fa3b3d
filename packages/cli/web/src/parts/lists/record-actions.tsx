import { saveFile } from "../../data/save-file.js";
import { t } from "../../messages/text.js";

export interface RecordActionsProps {
  /** The name of the exported file. */
  readonly file: string;
  /** What the filters have left; it is exported. */
  readonly found: readonly unknown[];
  /** Whether there is anything to clear. */
  readonly isEmpty: boolean;
  readonly onClear: () => void;
}

/** The buttons of a list that the console records: to export what is shown, and to clear all of it. */
export function RecordActions(props: RecordActionsProps): React.ReactNode {
  const { file, found, isEmpty, onClear } = props;
  return (
    <div className="actions">
      <button
        type="button"
        className="quiet"
        disabled={found.length === 0}
        onClick={() => saveFile(file, JSON.stringify(found, undefined, 2), "application/json")}
      >
        {t("Export")}
      </button>
      <button type="button" className="quiet" disabled={isEmpty} onClick={onClear}>
        {t("Clear")}
      </button>
    </div>
  );
}
