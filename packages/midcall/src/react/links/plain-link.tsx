import type { ComponentPropsWithoutRef, MouseEvent, ReactNode } from "react";
import { useAttributes } from "../context.js";
import { replaceable } from "../customizing/replaceable.js";

const Link = replaceable("Link", "a");

/** Props of a link that reports when the user's click or key opens it. */
export function plainLinkProps(url: string, onOpen: () => void): ComponentPropsWithoutRef<"a"> {
  const opened = (event: MouseEvent): void => {
    // A component of the host's may call this for other reasons than a click, or on another element.
    if (!/click$/.test(event?.type) || event.currentTarget?.tagName !== "A") return;
    // The browser follows the link after this event, so the link must not be removed within it.
    setTimeout(() => event.nativeEvent.defaultPrevented || onOpen());
  };
  return {
    href: url,
    target: "_blank",
    rel: "noopener noreferrer",
    onClick: opened,
    onAuxClick(event) {
      // The middle button.
      if (event?.button === 1) opened(event);
    },
  };
}

/**
 * A plain link to a page, in the look of a button. A browser opens it even where it blocks windows that a script opens.
 *
 * @param onOpen - called when the user's click or key opens the page
 */
export function PlainLink(
  props: Omit<ComponentPropsWithoutRef<"a">, "href"> & {
    readonly url: string;
    readonly onOpen: () => void;
  },
): ReactNode {
  const { url, onOpen, ...rest } = props;
  return <Link {...rest} {...useAttributes("button")} {...plainLinkProps(url, onOpen)} />;
}
