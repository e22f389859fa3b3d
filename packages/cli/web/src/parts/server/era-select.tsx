import { useId } from "react";
import type { EraChoice } from "../../../../src/console/views/api-types.js";

const ERAS: readonly [EraChoice, string][] = [
  ["auto", "Newest both know"],
  ["2026-07-28", "2026-07-28"],
  ["2025-11-25", "2025-11-25"],
  ["2025-06-18", "2025-06-18"],
];

export interface EraSelectProps {
  readonly value: EraChoice;
  readonly onChange: (era: EraChoice) => void;
  /** Of an element that says more. */
  readonly describedBy?: string;
}

/** Which revision of the protocol to speak. */
export function EraSelect({ value, onChange, describedBy }: EraSelectProps): React.ReactNode {
  const id = useId();
  return (
    <div className="labelled">
      <label htmlFor={id}>Protocol revision</label>
      <select
        id={id}
        value={value}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value as EraChoice)}
      >
        {ERAS.map(([era, words]) => (
          <option key={era} value={era}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
