import { useState } from "react";
import { flushSync } from "react-dom";
import type { ArgumentNode } from "../../../data/arguments/argument-node.js";
import { focusNode } from "./focus-node.js";
import { t } from "../../../messages/text.js";

/** How the text about invalid JSON begins; the parser's own words follow. */
const INVALID_JSON = t("Invalid JSON: {0}").split("{0}", 1)[0]!;

/** Switches one argument between its fields and JSON. Its value stays. */
export function JsonSwitch({ node }: { readonly node: ArgumentNode }): React.ReactNode {
  const [refused, setRefused] = useState<{ readonly text: string; readonly why: string }>();
  const isJson = node.mode === "json";
  const change = (): void => {
    // The next key is meant for the new control.
    flushSync(() => {
      if (!isJson) return node.toJson();
      const why = node.toForm();
      node.touch();
      setRefused(why === undefined ? undefined : { text: node.text, why });
    });
    focusNode(node.id);
  };
  const why = isJson && refused?.text === node.text ? refused.why : undefined;
  return (
    <>
      <button type="button" className="quiet small" onClick={change}>
        {isJson ? (
          <>
            {t("Back to the form")}
            <span className="unseen">
              {" "}
              {t("for")} {node.label}
            </span>
          </>
        ) : (
          <>
            {t("Edit")}
            <span className="unseen"> {node.label}</span> {t("as JSON")}
          </>
        )}
      </button>
      <span role="status">
        {why !== undefined && !why.startsWith(INVALID_JSON) && <span className="hint">{why}</span>}
      </span>
    </>
  );
}
