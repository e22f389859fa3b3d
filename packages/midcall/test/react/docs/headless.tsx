import type { OpenQuestion } from "midcall/client";
import { useElicitations } from "midcall/react";
import { useElicitation } from "midcall/react/headless";
import type { ReactNode } from "react";

export function Questions(): ReactNode {
  return useElicitations().showing.map((question) => (
    <Question key={question.id} question={question} />
  ));
}

function Question({ question }: { readonly question: OpenQuestion }): ReactNode {
  const it = useElicitation(question);
  return (
    <article {...it.getQuestionProps()}>
      <h3 {...it.getHeadingProps()}>{question.server} asks</h3>
      {it.step === "permission" && <button {...it.getPermissionProps("show")}>Show it</button>}
      {it.step === "link" && question.mode === "url" && (
        <p>
          {question.message} {question.link.url}
        </p>
      )}
      {it.step === "form" && <p>{question.message}</p>}
      {it.errors.length > 0 && <p role="alert">{it.errors.join(" ")}</p>}
      <form {...it.getFormProps()}>
        {it.step === "form" &&
          it.fields.map(
            ({ field, error }) =>
              field.kind === "text" ? (
                <p key={field.name}>
                  <label {...it.getLabelProps(field.name)}>{field.label}</label>
                  <input {...it.getFieldProps(field.name)} />
                  {error && <em {...it.getErrorProps(field.name)}>{error}</em>}
                </p>
              ) : null, // …and the other kinds
          )}
        {it.review.map(({ label, values }) => (
          <p key={label}>
            {label}: {values.join(", ")}
          </p>
        ))}
        {it.isNotOpened ? (
          <a {...it.getLinkProps()}>Open it yourself</a>
        ) : (
          it.step !== "permission" && (
            <button {...it.getAcceptProps()}>{it.leadsToReview ? "Review" : "Send"}</button>
          )
        )}
        <button {...it.getDeclineProps()}>Decline</button>
        <button {...it.getCancelProps()}>Not now</button>
        {it.isDiscarding && <button {...it.getDiscardProps()}>Discard what you entered</button>}
      </form>
    </article>
  );
}
