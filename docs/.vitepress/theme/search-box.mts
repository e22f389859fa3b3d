/**
 * The search box of VitePress calls itself a button, in which nothing may be interactive, and its results options, which may
 * not contain links. This makes it what it is: a dialog with a list of links.
 */
export function correctSearchBox(): void {
  const correct = (): void => {
    const box = document.querySelector(".VPLocalSearchBox");
    if (!box) return;
    if (box.getAttribute("role") !== "dialog") {
      for (const name of ["aria-expanded", "aria-haspopup", "aria-labelledby", "aria-owns"]) {
        box.removeAttribute(name);
      }
      box.setAttribute("role", "dialog");
      box.setAttribute("aria-modal", "true");
      box.setAttribute("aria-label", "Search");
    }
    for (const list of box.querySelectorAll("[role='listbox']")) {
      list.setAttribute("role", "list");
      list.removeAttribute("aria-labelledby");
      list.setAttribute("aria-label", "Results");
    }
    for (const item of box.querySelectorAll("[role='option']")) {
      item.setAttribute("role", "listitem");
      item.querySelector("a")?.removeAttribute("aria-label");
    }
    for (const item of box.querySelectorAll("[aria-selected]"))
      item.removeAttribute("aria-selected");
    for (const key of box.querySelectorAll("kbd[aria-label]")) key.setAttribute("role", "img");
    const input = box.querySelector("input");
    for (const name of ["aria-activedescendant", "aria-controls", "aria-autocomplete"]) {
      input?.removeAttribute(name);
    }
  };
  // Only what appears is looked at, so that a correction does not call for the next one.
  new MutationObserver(correct).observe(document.body, { childList: true, subtree: true });
}
