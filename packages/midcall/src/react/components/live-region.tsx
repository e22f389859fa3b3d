import type { ReactNode } from "react";
import { type News, useLanguage } from "../context.js";
import { HIDDEN } from "./hidden.js";

/** A polite live region: screen readers announce its content when it changes. */
export function LiveRegion({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div {...useLanguage()} role="status" style={HIDDEN}>
      {children}
    </div>
  );
}

/** A live region for news: the same text is announced again when it is news again. */
export function NewsRegion({ news }: { readonly news: News | undefined }): ReactNode {
  return <LiveRegion>{news?.text && <span key={news.count}>{news.text}</span>}</LiveRegion>;
}
