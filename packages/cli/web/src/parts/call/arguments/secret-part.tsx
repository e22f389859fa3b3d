import type { Form } from "midcall/form";
import { type ReactNode, useSyncExternalStore } from "react";
import { SecretInput } from "../secret-input.js";
import { t } from "../../../messages/text.js";

export interface SecretPartProps {
  /** The form of one field. */
  readonly form: Form;
  readonly id: string;
}

/** An argument that seems to be a secret: it is hidden while it is entered, and kept nowhere. */
export function SecretPart({ form, id }: SecretPartProps): ReactNode {
  const { fields } = useSyncExternalStore(form.subscribe, form.getSnapshot, form.getSnapshot);
  const { field, input, error } = fields[0]!;
  const { name, label, description, required } = field;
  return (
    <div className="labelled wide">
      <label htmlFor={`${id}-secret`}>
        <bdi>{label}</bdi> <span className="muted need">{required ? "required" : "optional"}</span>
      </label>
      {description !== undefined && description !== "" && (
        <p id={`${id}-description`} className="hint words" dir="auto">
          {description}
        </p>
      )}
      <p id={`${id}-hint`} className="hint">
        {t("This seems to be a secret: it is sent to the server, and kept nowhere here.")}
      </p>
      <SecretInput
        id={`${id}-secret`}
        label={label}
        value={typeof input === "string" ? input : ""}
        aria-required={required}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={`${id}-description ${id}-hint ${id}-problem`}
        onBlur={() => form.touch(name)}
        onChange={(value) => form.set(name, value)}
      />
      <div role="alert" id={`${id}-problem`}>
        {error !== undefined && <p className="problem">{error}</p>}
      </div>
    </div>
  );
}
