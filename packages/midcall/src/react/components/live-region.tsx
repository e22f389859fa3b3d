import type { ReactNode } from "react";
import { HIDDEN } from "./hidden.js";

/** Says its content aloud, politely, whenever it changes. */
export function LiveRegion({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div role="status" style={HIDDEN}>
      {children}
    </div>
  );
}
