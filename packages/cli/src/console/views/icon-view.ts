import { isObject } from "../../json.js";
import type { IconView } from "./api-types.js";

const MOST_ICONS = 20;
const LONGEST = 64 * 1024;
/** Types that every browser shows and that cannot contain scripts. */
const ICON = /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

/**
 * The first icon that is contained in the list itself. Icons at other addresses are never fetched: that would tell a
 * stranger that the console is open.
 */
export function toIconView(icons: unknown): IconView | undefined {
  const list: unknown[] = Array.isArray(icons) ? icons.slice(0, MOST_ICONS) : [];
  for (const icon of list) {
    const src = isObject(icon) ? icon["src"] : undefined;
    if (typeof src === "string" && src.length <= LONGEST && ICON.test(src)) return { src };
  }
  return undefined;
}
