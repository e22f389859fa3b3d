import type { OpenQuestion } from "midcall/client";
import { useElicitations } from "midcall/react";
import { useElicitation } from "midcall/react/headless";
import type { ReactNode } from "react";

type Used = ReturnType<typeof useElicitation>;
type FieldState = Used["fields"][number];

/** A user interface of a host's own, on the prop getters alone. */
export function HeadlessQuestions(): ReactNode {
  return useElicitations().showing.map((question) => (
    <Question key={question.id} question={question} />
  ));
}

function Question({ question }: { readonly question: OpenQuestion }): ReactNode {
  const it = useElicitation(question);
  const isYesNo = it.layout === "yes-no" && it.step === "form";
  return (
    <article aria-label={question.server} {...it.getQuestionProps()}>
      <h2 {...it.getHeadingProps()}>{question.server} asks</h2>
      {it.step === "permission" && <button {...it.getPermissionProps("show")}>Show it</button>}
      {it.step !== "permission" && <p>{question.message}</p>}
      {it.step === "link" && question.mode === "url" && <p>{question.link.url}</p>}
      {it.errors.length > 0 && <p role="alert">{it.errors.join(" ")}</p>}
      <form {...it.getFormProps()}>
        {it.step === "form" &&
          !isYesNo &&
          it.fields.map((state) => <Field key={state.field.name} it={it} state={state} />)}
        {it.review.map(({ label, values }) => (
          <p key={label}>
            {label}: {values.join(", ")}
          </p>
        ))}
        {isYesNo && <button {...it.getAcceptProps(true)}>Yes</button>}
        {isYesNo && <button {...it.getAcceptProps(false)}>No</button>}
        {it.isNotOpened && <a {...it.getLinkProps()}>Open it yourself</a>}
        {!it.isNotOpened && !isYesNo && it.step !== "permission" && (
          <button {...it.getAcceptProps()}>{it.leadsToReview ? "Review" : "Send"}</button>
        )}
        <button {...it.getDeclineProps()}>Decline</button>
        <button {...it.getCancelProps()}>Not now</button>
        {it.isDiscarding && <button {...it.getDiscardProps()}>Discard</button>}
      </form>
    </article>
  );
}

function Field(props: { readonly it: Used; readonly state: FieldState }): ReactNode {
  const { it, state } = props;
  const { field, error } = state;
  const { name, kind } = field;
  const texts = (
    <>
      {field.description && <p {...it.getDescriptionProps(name)}>{field.description}</p>}
      {error !== undefined && <p {...it.getErrorProps(name)}>{error}</p>}
    </>
  );
  if (kind === "unsupported") return <p>{field.label}: cannot be shown.</p>;
  if (kind === "boolean" || kind === "multi-select") {
    const choices: (readonly [string | number | boolean | undefined, string])[] =
      kind === "boolean"
        ? [
            [true, "Yes"],
            [false, "No"],
            ...(field.required ? [] : ([[undefined, "No answer"]] as const)),
          ]
        : field.options.map(({ value, title }) => [value, title] as const);
    return (
      <div {...it.getGroupProps(name)}>
        <span {...it.getLabelProps(name)}>{field.label}</span>
        {texts}
        {choices.map(([value, title]) => (
          <label key={title}>
            <input {...it.getChoiceProps(name, value)} />
            {title}
          </label>
        ))}
      </div>
    );
  }
  return (
    <div>
      <label {...it.getLabelProps(name)}>{field.label}</label>
      {texts}
      {kind === "select" ? (
        <select {...(it.getFieldProps(name) as object)}>
          {[{ title: "Choose…" }, ...field.options].map(({ title }, index) => (
            <option key={index} {...it.getOptionProps(name, index - 1)}>
              {title}
            </option>
          ))}
        </select>
      ) : field.multiline ? (
        <textarea {...(it.getFieldProps(name) as object)} />
      ) : (
        <input {...(it.getFieldProps(name) as object)} />
      )}
    </div>
  );
}
