import { createForm } from "midcall/form";
import { useRef, useState } from "react";
import type {
  CompleteArgument,
  PromptArgumentView,
  ServerView,
} from "../../../../src/console/views/api-types.js";
import { type JsonObject, setOwn } from "../../data/arguments/json-data.js";
import { isSecretField } from "../../data/arguments/secret-names.js";
import { draftKey } from "../../data/drafts.js";
import { useDraft } from "../../hooks/use-draft.js";
import { SuggestedInput } from "./suggested-input.js";
import { visibleName } from "../../visible-text.js";
import { t } from "../../messages/text.js";

export interface TextArgumentsProps {
  readonly server: ServerView;
  readonly of: CompleteArgument["of"];
  readonly fields: readonly PromptArgumentView[];
  /** The words of the button. */
  readonly action: string;
  /** More choices, between the fields and the button. */
  readonly choices?: React.ReactNode;
  readonly onSubmit: (values: Readonly<Record<string, string>>) => void;
}

/** The label of an argument: without a title of its own, by the same rule as that of a tool's argument. */
function labelOf({ name, title }: PromptArgumentView): string {
  if (title !== name && title !== visibleName(name) && title !== "") return title;
  const properties: JsonObject = {};
  setOwn(properties, name, { type: "string" });
  return createForm({ type: "object", properties }).fields[0]?.label ?? visibleName(name);
}

/** Whether it seems to be a secret, by its name or its texts. */
const isSecret = ({ name, title, description }: PromptArgumentView): boolean =>
  isSecretField(name, { title, description });

/** The arguments of a prompt or of a template: text fields, and a button. */
export function TextArguments(props: TextArgumentsProps): React.ReactNode {
  const { server, of, fields, action, choices, onSubmit } = props;
  const key = draftKey("args", server.id, of.kind, of.name);
  const [values, setValues] = useDraft<Readonly<Record<string, string>>>(key, {}, (given) =>
    Object.fromEntries(
      fields.filter((field) => !isSecret(field)).map(({ name }) => [name, given[name] ?? ""]),
    ),
  );
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isMissing = ({ name, required }: PromptArgumentView): boolean =>
    required && !values[name]?.trim();

  const submit = (event: React.FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (fields.some(isMissing)) {
      // After the fields are marked.
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    // An optional argument without a value is left out.
    onSubmit(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== "")));
  };
  return (
    <form ref={form} className="arguments" noValidate onSubmit={submit}>
      {fields.map((field) => (
        <SuggestedInput
          key={field.name}
          server={server.id}
          completes={server.capabilities?.completions === true}
          of={of}
          argument={field.name}
          values={values}
          isSecret={isSecret(field)}
          label={labelOf(field)}
          description={field.description}
          required={field.required}
          problem={isTried && isMissing(field) ? t("Enter a value.") : undefined}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      {choices}
      <div className="actions">
        <button type="submit" className="primary" disabled={server.state !== "ready"}>
          {action}
        </button>
      </div>
    </form>
  );
}
