import type { ReactNode } from "react";
import type { UrlQuestion } from "../../client/index.js";

type Link = UrlQuestion["link"];

/** Longer names are smaller, so that they stay in one piece in a narrow column. */
const LONG_NAME = 18;

/** The part of a link by which users recognise it: its domain, or its whole host if the domain is not known. */
export const hostOf = ({ domain, parts }: Link): string => domain ?? parts.highlight;

/** That part, which stands out only if it is the domain: in a whole host, anybody can write any name. */
export function LinkHost({ link }: { readonly link: Link }): ReactNode {
  const Part = link.domain === undefined ? "span" : "strong";
  const name = hostOf(link);
  return (
    <Part dir="ltr" data-midcall="host-name" data-long={name.length > LONG_NAME || undefined}>
      {name}
    </Part>
  );
}
