import type { ReactNode } from "react";
import { HIDDEN } from "./hidden.js";

/** A polite live region: screen readers announce its content when it changes. */
export function LiveRegion({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div role="status" style={HIDDEN}>
      {children}
    </div>
  );
}
