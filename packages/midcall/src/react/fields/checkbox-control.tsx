import { type ChangeEvent, type ReactNode, useCallback, useMemo, useState } from "react";
import type { FormField } from "../../form/index.js";
import { useLocalization } from "../context.js";
import { Input } from "../customizing/native-parts.js";
import { FieldBox, type FieldProps, useExplained } from "./field-parts.js";
import { Option } from "./option.js";
import { useSearch } from "./search.js";

type MultiSelectField = Extract<FormField, { kind: "multi-select" }>;

/** Longer lists have a search input. */
const MANY = 15;

/** Check boxes for a multi-select field. */
export function CheckboxControl(props: FieldProps<MultiSelectField>): ReactNode {
  const { form, field, state, id } = props;
  const { name, options, minItems, maxItems } = field;
  const { messages } = useLocalization();
  const [search, setSearch] = useState("");
  const picked = Array.isArray(state.input) ? (state.input as readonly string[]) : [];
  const chosen = useMemo(() => new Set(picked), [picked]);
  const { found } = useSearch(options, search);
  const searched = options.length > MANY;
  const counts = minItems || maxItems;
  const explained = useExplained(props);
  // Values are in the order in which they were chosen, as in the form itself.
  const toggle = useCallback(
    ({ currentTarget: { value, checked } }: ChangeEvent<HTMLInputElement>): void => {
      const { input } = form.getSnapshot().fields.find((other) => other.field === field)!;
      const before = Array.isArray(input) ? (input as readonly string[]) : [];
      const others = before.filter((item) => item !== value);
      form.set(name, checked ? [...others, value] : others);
    },
    [form, field, name],
  );
  return (
    <FieldBox of={props} explained={explained} group="group">
      {searched && (
        <Input
          id={id}
          type="search"
          data-midcall="control"
          dir={search ? "auto" : undefined}
          value={search}
          placeholder={messages.search}
          aria-label={messages.searchIn(field.label.slice(0, 80))}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          // Enter in the search input must not send the form.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
      )}
      <div data-midcall="options" data-many={searched || undefined}>
        {found.map((index, position) => {
          const { title, value } = options[index]!;
          return (
            <Option
              key={index}
              type="checkbox"
              id={position === 0 && !searched ? id : undefined}
              title={title}
              value={String(value)}
              checked={chosen.has(String(value))}
              aria-invalid={explained.control["aria-invalid"]}
              onChange={toggle}
            />
          );
        })}
      </div>
      {searched && (
        <p role="status" data-midcall="hint">
          {search && messages.optionsFound(found.length)}
        </p>
      )}
      {(counts || searched) && (
        <p role="status" data-midcall="hint">
          {messages.chosenCount(picked.length, options.length)}
        </p>
      )}
    </FieldBox>
  );
}
