import { displayText } from "midcall/form";
import { runsCode, isPlainSecret } from "../servers/secrets/mask-words.js";
import { isSecretName, MASK } from "../servers/secrets/secret-names.js";
import { variableWarnings } from "../servers/secrets/variable-warnings.js";
import type { ImportableServer, ShownValue } from "../views/import-types.js";
import { toTargetView } from "../views/server-view.js";
import { shownWord } from "../views/shown-word.js";
import type { ConfiguredServer } from "./read-configuration.js";

/** What the user sees of a server before it is added: everything that will run or be sent. */
export function toImportable(one: ConfiguredServer): Omit<ImportableServer, "known"> {
  const { name, shown, environment, headers, shownValues, taken, problem, notes } = one;
  // Code can run the value of a variable, whatever its name is.
  const isCode = shown?.kind === "command" && runsCode(shown.args, shown.command);
  const toShown = (key: string, isSecret: (value: string) => boolean): ShownValue => {
    const value = shownValues[key] ?? "";
    const isHidden = isSecretName(key) && isSecret(value);
    return { name: shownWord(key), value: isHidden ? MASK : shownWord(value) };
  };
  return {
    name: displayText(name).slice(0, 100),
    target: shown && toTargetView(shown),
    environment: Object.keys(environment).map((key) =>
      toShown(key, (value) => !isCode && isPlainSecret(value)),
    ),
    // With a scheme, such as `Bearer`.
    headers: Object.keys(headers).map((key) =>
      toShown(key, (value) => isPlainSecret(value.replace(/^[\w-]+ /, ""))),
    ),
    taken,
    warnings: variableWarnings(Object.keys(environment)),
    problem,
    notes,
  };
}
