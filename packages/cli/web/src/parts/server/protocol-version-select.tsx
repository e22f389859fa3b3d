import { useId } from "react";
import type { ProtocolVersionChoice } from "../../../../src/console/views/api-types.js";
import { t } from "../../messages/text.js";

const OPTIONS: readonly [ProtocolVersionChoice, string][] = [
  ["auto", t("Automatic (newest)")],
  ["2026-07-28", "2026-07-28"],
  ["2025-11-25", "2025-11-25"],
  ["2025-06-18", "2025-06-18"],
];

export interface ProtocolVersionSelectProps {
  readonly value: ProtocolVersionChoice;
  readonly onChange: (protocolVersion: ProtocolVersionChoice) => void;
  /** The id of an element with a description. */
  readonly describedBy?: string;
}

/** Selects the protocol version. */
export function ProtocolVersionSelect({
  value,
  onChange,
  describedBy,
}: ProtocolVersionSelectProps): React.ReactNode {
  const id = useId();
  return (
    <div className="labelled">
      <label htmlFor={id}>{t("Protocol version")}</label>
      <select
        id={id}
        value={value}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value as ProtocolVersionChoice)}
      >
        {OPTIONS.map(([protocolVersion, label]) => (
          <option key={protocolVersion} value={protocolVersion}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}
