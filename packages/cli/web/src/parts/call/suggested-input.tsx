import { useEffect, useId, useState } from "react";
import type { CompleteArgument, CompletionView } from "../../../../src/console/views/api-types.js";
import { useApi } from "../../context.js";
import { SecretInput } from "./secret-input.js";

export interface SuggestedInputProps {
  readonly server: string;
  /** Whether the server completes arguments. */
  readonly completes: boolean;
  readonly of: CompleteArgument["of"];
  readonly argument: string;
  readonly values: Readonly<Record<string, string>>;
  /** Whether its text is hidden; the server is then not asked for suggestions. */
  readonly isSecret: boolean;
  readonly label: string;
  readonly description: string;
  readonly required: boolean;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}

const PAUSE_MS = 200;

/** A field for text, with the server's suggestions for what has been entered so far. */
export function SuggestedInput(props: SuggestedInputProps): React.ReactNode {
  const { server, completes, of, argument, values, required, problem } = props;
  const { isSecret, label, description, onChange } = props;
  const api = useApi();
  const id = useId();
  const [hasFocus, setHasFocus] = useState(false);
  const [suggestions, setSuggestions] = useState<readonly string[]>([]);
  const value = values[argument] ?? "";
  const { kind, name } = of;
  const others = JSON.stringify({ ...values, [argument]: undefined });
  useEffect(() => {
    if (!completes || !hasFocus || isSecret) return;
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      const body: CompleteArgument = {
        of: { kind, name },
        argument,
        value,
        others: JSON.parse(others) as Record<string, string>,
      };
      api<CompletionView>(`/servers/${server}/complete`, { body, signal: leaving.signal }).then(
        (given) => setSuggestions(given.values),
        // Suggestions are a convenience.
        () => {},
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [api, server, completes, hasFocus, isSecret, kind, name, argument, value, others]);
  const common = {
    id,
    value,
    "aria-required": required,
    "aria-invalid": problem !== undefined,
    "aria-describedby": `${id}-hint ${id}-problem`,
  };
  return (
    <div className="labelled">
      <label htmlFor={id}>
        <bdi>{label}</bdi> <span className="muted need">{required ? "required" : "optional"}</span>
      </label>
      {description !== "" && (
        <p id={`${id}-hint`} className="hint words">
          {description}
        </p>
      )}
      {isSecret ? (
        <SecretInput {...common} label={label} onChange={onChange} />
      ) : (
        <>
          <input
            {...common}
            dir="auto"
            list={`${id}-list`}
            autoComplete="off"
            spellCheck={false}
            onFocus={() => setHasFocus(true)}
            onChange={(event) => onChange(event.target.value)}
          />
          <datalist id={`${id}-list`}>
            {suggestions.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </>
      )}
      <div role="alert" id={`${id}-problem`}>
        {problem !== undefined && <p className="problem">{problem}</p>}
      </div>
    </div>
  );
}
