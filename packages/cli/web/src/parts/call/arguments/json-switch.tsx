import { useState } from "react";
import { flushSync } from "react-dom";
import type { ArgumentNode } from "../../../data/arguments/argument-node.js";
import { focusNode } from "./focus-node.js";

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
            Back to the form<span className="unseen"> for {node.label}</span>
          </>
        ) : (
          <>
            Edit<span className="unseen"> {node.label}</span> as JSON
          </>
        )}
      </button>
      <span role="status">
        {why !== undefined && !why.startsWith("Invalid JSON") && (
          <span className="hint">{why}</span>
        )}
      </span>
    </>
  );
}
