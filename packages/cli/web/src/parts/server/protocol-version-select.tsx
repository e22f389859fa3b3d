import { useId } from "react";
import type { ProtocolVersionChoice } from "../../../../src/console/views/api-types.js";

const PROTOCOL_VERSIONS: readonly [ProtocolVersionChoice, string][] = [
  ["auto", "Newest both know"],
  ["2026-07-28", "2026-07-28"],
  ["2025-11-25", "2025-11-25"],
  ["2025-06-18", "2025-06-18"],
];

export interface ProtocolVersionSelectProps {
  readonly value: ProtocolVersionChoice;
  readonly onChange: (protocolVersion: ProtocolVersionChoice) => void;
  /** Of an element that says more. */
  readonly describedBy?: string;
}

/** Which protocol version to speak. */
export function ProtocolVersionSelect({
  value,
  onChange,
  describedBy,
}: ProtocolVersionSelectProps): React.ReactNode {
  const id = useId();
  return (
    <div className="labelled">
      <label htmlFor={id}>Protocol version</label>
      <select
        id={id}
        value={value}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value as ProtocolVersionChoice)}
      >
        {PROTOCOL_VERSIONS.map(([protocolVersion, words]) => (
          <option key={protocolVersion} value={protocolVersion}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
