type Child = Node | string | false | undefined;
type Value = string | boolean | undefined;

/** Makes an element. Texts become text nodes, so nothing that a server sends is read as HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false)
      made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== false && child !== undefined));
  return made;
}

/** Makes a button that does nothing else than to call `onClick`. */
export function button(label: string, onClick: () => void): HTMLButtonElement {
  const made = element("button", { type: "button" }, label);
  made.addEventListener("click", onClick);
  return made;
}

let made = 0;

/** An `id` that no other element has. */
export function newId(): string {
  return `midcall-${++made}`;
}
