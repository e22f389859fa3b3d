import type { ComponentType, ReactNode } from "react";
import { PartsMissing } from "./parts-missing.js";
import { type QuestionParts, useParts } from "./use-parts.js";

/** A part that shows a question, or what stands in its place until it is loaded. Another question is another element. */
export function usePart<
  Name extends
    | "AnyQuestion"
    | "FormAnswer"
    | "HeldSections"
    | "LinkAnswer"
    | "OpenedCards"
    | "RuleControl",
>(
  name: Name,
  props: Parameters<QuestionParts[Name]>[0] & { readonly question?: { readonly id: string } },
): ReactNode {
  const { parts } = useParts();
  const Part = parts?.[name] as ComponentType<object> | undefined;
  return Part ? <Part key={props.question?.id} {...props} /> : <PartsMissing />;
}
