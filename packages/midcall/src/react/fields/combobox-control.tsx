import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { SelectField } from "./choice-control.js";
import { useLocalization } from "../context.js";
import { Input } from "../customizing/native-parts.js";
import { FieldBox, type FieldProps, useExplained } from "./field-parts.js";
import { LiveRegion } from "../components/live-region.js";
import { folded, useSearch } from "./search.js";

/** A text that matches no option's value or title, so that the form reports an invalid choice. */
function namingNone({ options }: SelectField, text: string): string {
  const taken = new Set(options.flatMap(({ value, title }) => [String(value), title]));
  let name = text;
  while (taken.has(name)) name += "?";
  return name;
}

/**
 * A combobox for many options, with search.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function ComboboxControl(props: FieldProps<SelectField>): ReactNode {
  const { form, field, state, id } = props;
  const { options } = field;
  const { messages } = useLocalization();
  const explained = useExplained(props);
  const list = useRef<HTMLUListElement>(null);
  // The typed text, valid as long as the form still has the input derived from it.
  const [typed, setTyped] = useState<{
    readonly text: string;
    readonly input: typeof state.input;
  }>();
  // The index of the active option, -1 for none; `undefined` while the list is closed.
  const [active, setActive] = useState<number>();
  const open = active !== undefined;

  const chosen = options.findIndex(({ value }) => String(value) === state.input);
  const draft = typed && typed.input === state.input ? typed.text : undefined;
  const text = draft ?? options[chosen]?.title ?? String(state.input ?? "");
  const { titles, found } = useSearch(options, draft ?? "");
  const at = open ? found[active] : undefined;

  useEffect(() => {
    list.current?.querySelector("[data-active]")?.scrollIntoView({ block: "nearest" });
  }, [open, at]);

  const type = (next: string): void => {
    const exact = titles.indexOf(folded(next));
    const only = exact >= 0 && !titles.includes(folded(next), exact + 1);
    const input = only
      ? String(options[exact]!.value)
      : next.trim() === ""
        ? undefined
        : namingNone(field, next);
    form.set(field.name, input);
    setTyped({ text: next, input });
    setActive(-1);
  };
  const choose = (index: number): void => {
    form.set(field.name, String(options[index]!.value));
    setTyped(undefined);
    setActive(undefined);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") {
      const down = key === "ArrowDown";
      if (!open) setActive(draft === undefined ? Math.max(chosen, 0) : 0);
      else if (found.length > 0) {
        const next = active < 0 && !down ? -1 : active + (down ? 1 : -1);
        setActive((next + found.length) % found.length);
      }
    } else if (key === "Enter" && open) {
      const [first, ...others] = found;
      const only = draft?.trim() && others.length === 0 ? first : undefined;
      const wanted = at ?? only;
      if (wanted !== undefined) choose(wanted);
      else setActive(undefined);
    } else if (key === "Escape" && open) {
      setActive(undefined);
      // Escape closes only the list, not the surrounding dialog.
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };

  return (
    <FieldBox of={props} explained={explained}>
      <div data-midcall="combobox">
        <Input
          {...explained.control}
          type="text"
          role="combobox"
          dir={text ? "auto" : undefined}
          autoComplete="off"
          spellCheck={false}
          value={text}
          placeholder={messages.search}
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={open ? `${id}-list` : undefined}
          aria-activedescendant={at === undefined ? undefined : `${id}-${at}`}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onClick={() => open || setActive(-1)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setActive(undefined);
            if (chosen >= 0) setTyped(undefined);
          }}
        />
        {open && (
          <ul
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label={field.label.slice(0, 80)}
            data-midcall="listbox"
            onMouseDown={(event) => event.preventDefault()}
          >
            {found.map((index, position) => (
              <li
                key={index}
                id={`${id}-${index}`}
                role="option"
                dir="auto"
                aria-selected={index === chosen}
                data-active={position === active || undefined}
                onClick={() => choose(index)}
              >
                {options[index]!.title}
              </li>
            ))}
          </ul>
        )}
        {open && found.length === 0 && <p data-midcall="listbox">{messages.optionsFound(0)}</p>}
        <LiveRegion>{open && messages.optionsFound(found.length)}</LiveRegion>
      </div>
    </FieldBox>
  );
}
