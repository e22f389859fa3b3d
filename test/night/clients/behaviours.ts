import { describe } from "vitest";
import { calls } from "./behaviours/calls.js";
import { forms } from "./behaviours/forms.js";
import { links } from "./behaviours/links.js";
import { requiredPages } from "./behaviours/required-pages.js";
import { unanswered } from "./behaviours/unanswered.js";
import { withdrawals } from "./behaviours/withdrawals.js";
import type { ClientLibrary } from "./library.js";

/** The behaviour of an inbox that every supported client library shares, on everything it speaks. */
export function describeLibrary(library: ClientLibrary): void {
  describe.each(library.wires)(
    `the inbox in a host on ${library.name}, on $protocolVersion over $transport`,
    (wire) => {
      forms(library, wire);
      unanswered(library, wire);
      calls(library, wire);
      if (wire.protocolVersion !== "2026-07-28") withdrawals(library, wire);
      if (wire.protocolVersion === "2025-06-18") return;
      links(library, wire);
      if (wire.protocolVersion === "2025-11-25") requiredPages(library, wire);
    },
  );
}
