/** Attributes for the outermost element of a component, in addition to its own. */
export interface ElementAttributes {
  readonly className?: string | undefined;
  readonly id?: string | undefined;
  readonly [data: `data-${string}`]: string | undefined;
}

/** Classes of your own for parts of the components, in addition to their data attributes. */
export type ElicitationClassNames = Partial<
  Readonly<
    Record<
      | "dialog"
      | "inbox"
      | "question"
      | "form"
      | "fields"
      | "button"
      | "aside"
      | "held"
      | "opened"
      | "rule",
      string
    >
  >
>;
