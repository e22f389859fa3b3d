import { expect } from "vitest";
import type { Page } from "playwright-core";

/** An element as the browser tells assistive technology about it. */
export interface Told {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  /** What stands in a control, or in a live region. */
  readonly value: string;
  readonly focused: boolean;
  readonly invalid: boolean;
  readonly required: boolean;
  /** `polite` or `assertive` for the root of a live region. */
  readonly live: string;
}

/** What {@link listen} hears. */
interface Ear {
  said: string[];
}

/**
 * Records what a screen reader says by itself: each change of a live region that it can perceive, once for each region
 * around the change, and alerts that appear. A region that appears with its text, without being an alert, is recorded with
 * `(unsure) ` before it, because screen readers differ there.
 *
 * @returns a function for what was said since it was last called
 */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const LIVE = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]';
    const ear: Ear = { said: [] };
    Object.assign(window, { ear });
    const isPerceived = (region: Element): boolean => {
      const modal = document.querySelector("dialog:modal");
      const style = getComputedStyle(region);
      return (
        !region.closest('[hidden], [inert], [aria-hidden="true"]') &&
        style.display !== "none" &&
        style.visibility !== "hidden" &&
        (!modal || modal.contains(region))
      );
    };
    const textOf = (region: Element): string =>
      (region.textContent ?? "").trim().replace(/\s+/g, " ");
    const around = (node: Node): Element[] => {
      const regions: Element[] = [];
      let at = (node instanceof Element ? node : node.parentElement)?.closest(LIVE);
      for (; at; at = at.parentElement?.closest(LIVE)) regions.push(at);
      return regions;
    };
    new MutationObserver((changes) => {
      // What changes in one turn is said once.
      const changed = new Set<Element>();
      const born = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        for (const region of around(target)) changed.add(region);
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          const inside = [...node.querySelectorAll(LIVE)];
          for (const region of node.matches(LIVE) ? [node, ...inside] : inside) born.add(region);
        }
      }
      for (const region of new Set([...changed, ...born])) {
        const text = textOf(region);
        if (!region.isConnected || !text || !isPerceived(region)) continue;
        const sure = !born.has(region) || region.matches('[role="alert"]');
        ear.said.push(sure ? text : `(unsure) ${text}`);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () =>
    page.evaluate(() => {
      const { ear } = window as unknown as { ear: Ear };
      return ear.said.splice(0);
    });
}

/** All that the browser tells assistive technology about the page, in the order of the page. */
export async function told(page: Page): Promise<Told[]> {
  const client = await page.context().newCDPSession(page);
  try {
    await client.send("Accessibility.enable");
    const { nodes } = await client.send("Accessibility.getFullAXTree");
    const byId = new Map(nodes.map((node) => [node.nodeId, node]));
    const textOf = (node: (typeof nodes)[number]): string =>
      node.role?.value === "StaticText"
        ? String(node.name?.value ?? "")
        : (node.childIds ?? [])
            .map((id) => byId.get(id))
            .map((child) => (child ? textOf(child) : ""))
            .join("");
    return nodes
      .filter(({ ignored }) => !ignored)
      .map((node) => {
        const property = (name: string): unknown =>
          node.properties?.find((one) => one.name === name)?.value.value;
        const live = String(property("live") ?? "");
        // Everything in a region has its property; the root has it by its role or attribute.
        const isRoot = /^(status|alert|log)$/.test(String(node.role?.value));
        return {
          role: String(node.role?.value ?? ""),
          name: String(node.name?.value ?? ""),
          description: String(node.description?.value ?? ""),
          value: isRoot ? textOf(node).trim() : String(node.value?.value ?? ""),
          focused: property("focused") === true,
          invalid: !["false", "undefined", ""].includes(String(property("invalid"))),
          required: property("required") === true,
          live: isRoot ? live : "",
        };
      });
  } finally {
    await client.detach();
  }
}

const CONTROLS =
  /^(button|checkbox|combobox|DateTime|Date|InputTime|link|listbox|menuitem|option|radio|searchbox|slider|spinbutton|switch|textbox)$/;

/** Controls without a name. */
export const nameless = (all: readonly Told[]): Told[] =>
  all.filter(({ role, name }) => CONTROLS.test(role) && name.trim() === "");

/** The element that has the focus: what is said when the focus gets there. */
export async function focus(page: Page): Promise<Told | undefined> {
  return (await told(page)).filter(({ focused, role }) => focused && role !== "RootWebArea").at(-1);
}

/** The texts that stand in live regions now. */
export async function inRegions(page: Page): Promise<string[]> {
  return (await told(page)).filter(({ live, value }) => live && value).map(({ value }) => value);
}

/** What every screen has: its landmarks and one heading of the first level, a name for each control. */
export async function isInOrder(page: Page): Promise<void> {
  const all = await told(page);
  const count = (role: string): number => all.filter((one) => one.role === role).length;
  expect([count("banner"), count("main")]).toEqual([1, 1]);
  const landmarks = all.filter(({ role }) => /^(navigation|complementary|region)$/.test(role));
  expect(landmarks.filter(({ name }) => name === "")).toEqual([]);
  expect(await page.locator("h1:visible").count()).toBe(1);
  expect(nameless(all)).toEqual([]);
  // What changes in a region inside another one would be said twice.
  const live = '[role="status"], [role="alert"], [aria-live]';
  expect(
    await page.evaluate(
      (of) =>
        [...document.querySelectorAll(of)]
          .filter((region) => region.parentElement?.closest(of))
          .map(({ outerHTML }) => outerHTML.slice(0, 120)),
      live,
    ),
  ).toEqual([]);
}
