import type { ComponentProps, ReactNode, Ref } from "react";

/**
 * A plain link to a page, in the look of a button. A browser opens it even where it blocks windows that a script opens.
 *
 * @param onOpen - called when the user's click or key opens the page
 */
export function PlainLink(
  props: Omit<ComponentProps<"a">, "href"> & {
    readonly url: string;
    readonly ref?: Ref<HTMLAnchorElement>;
    readonly onOpen: () => void;
  },
): ReactNode {
  const { url, onOpen, ...rest } = props;
  // The browser follows the link after this event, so the link must not be removed within it.
  const opened = (): void => void setTimeout(onOpen);
  return (
    <a
      {...rest}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      data-midcall="button"
      onClick={opened}
      onAuxClick={({ button }) => {
        // The middle button.
        if (button === 1) opened();
      }}
    />
  );
}
