import { displayText } from "midcall/form";
import { isObject } from "../../json.js";

/** A way to run or reach a server of the registry, in the shape of a host's configuration. */
export interface RegistryEntry {
  readonly entry: Record<string, unknown>;
  /** What the user has to add, one sentence each. */
  readonly notes: readonly string[];
}

type Data = Readonly<Record<string, unknown>>;

const MOST = 20;
/** A package's name and version cannot be mistaken for an option or for several words. */
const PACKAGE = /^[\w@][\w@./:+-]*$/;

const objectsIn = (value: unknown): Data[] =>
  Array.isArray(value) ? value.filter(isObject).slice(0, MOST) : [];
const textIn = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/**
 * Reads a `server.json` of the MCP registry: a server with packages and remote addresses.
 *
 * @returns one entry for each way, or `undefined` if it is something else
 */
export function readRegistryServer(root: Data): RegistryEntry[] | undefined {
  // The registry's API wraps it.
  const server = isObject(root["server"]) ? root["server"] : root;
  const [packages, remotes] = [objectsIn(server["packages"]), objectsIn(server["remotes"])];
  if (textIn(server["name"]) === undefined || packages.length + remotes.length === 0)
    return undefined;
  const found = [...packages.map(readPackage), ...remotes.map(readRemote)];
  // `${NAME}` means nothing there, and must not become a value of this computer.
  return found.filter(({ entry }) => !JSON.stringify(entry).includes("${"));
}

/** The values that are given, and the names of those that the user has to enter. */
class Inputs {
  readonly missing: string[] = [];

  /** The value of an input, with its variables; `undefined` if the user has to enter it. */
  value(input: Data, name: string): string | undefined {
    const text = textIn(input["value"]) ?? textIn(input["default"]);
    const variables = isObject(input["variables"]) ? input["variables"] : {};
    let isComplete = text !== undefined;
    const value = text?.replace(/\{(\w{1,100})\}/g, (found, key: string) => {
      const variable = Object.hasOwn(variables, key) ? variables[key] : undefined;
      if (!isObject(variable)) return found;
      const own = textIn(variable["value"]) ?? textIn(variable["default"]);
      isComplete &&= own !== undefined;
      return own ?? "";
    });
    if (isComplete) return value;
    if (input["isRequired"] === true || text !== undefined) this.missing.push(name);
    return undefined;
  }

  words(list: unknown): string[] {
    return objectsIn(list).flatMap((input): string[] => {
      const name = textIn(input["name"]);
      const value = this.value(input, name ?? textIn(input["valueHint"]) ?? "an argument");
      if (input["type"] !== "named" || name === undefined)
        return value === undefined ? [] : [value];
      const isFlag = input["value"] === undefined && input["default"] === undefined;
      if (value !== undefined) return [name, value];
      return isFlag && input["isRequired"] === true ? [name] : [];
    });
  }

  pairs(list: unknown): Record<string, string> {
    return Object.fromEntries(
      objectsIn(list).flatMap((input): [string, string][] => {
        const name = textIn(input["name"]);
        const value = name === undefined ? undefined : this.value(input, name);
        return name === undefined || value === undefined ? [] : [[name, value]];
      }),
    );
  }

  notes(): string[] {
    return this.missing.map(
      (name) => `It needs ${displayText(name.slice(0, 200))}: edit it to add that.`,
    );
  }
}

function readPackage(one: Data): RegistryEntry {
  const { registryType, identifier, version } = one;
  const inputs = new Inputs();
  const runtime = inputs.words(one["runtimeArguments"]);
  const own = inputs.words(one["packageArguments"]);
  const env = inputs.pairs(one["environmentVariables"]);
  const at = (sign: string): string | undefined => {
    const release = textIn(version);
    const name = `${String(identifier)}${release === undefined ? "" : `${sign}${release}`}`;
    return PACKAGE.test(name) ? name : undefined;
  };
  // A container gets only the variables that are named: those with a value, and those that the user has to add.
  const required = objectsIn(one["environmentVariables"]).flatMap((input) =>
    input["isRequired"] === true ? (textIn(input["name"]) ?? []) : [],
  );
  const variables = [...new Set([...Object.keys(env), ...required])].flatMap((name) => [
    "-e",
    name,
  ]);
  const [command, first, name] =
    registryType === "npm"
      ? ["npx", ["-y"], at("@")]
      : registryType === "pypi"
        ? ["uvx", [], at("@")]
        : registryType === "nuget"
          ? ["dnx", [], at("@")]
          : registryType === "oci"
            ? ["docker", ["run", "-i", "--rm", ...variables], at(":")]
            : [undefined, [], undefined];
  // Without a command, the list says that it cannot be added.
  if (command === undefined || name === undefined) return { entry: {}, notes: [] };
  // The registry may list these, too.
  const given = runtime.filter((word) => !/^(?:run|-i|--rm|-y|--yes)$/.test(word));
  const args = [...first, ...given, name, ...own];
  return { entry: { command, args, env }, notes: inputs.notes() };
}

function readRemote(one: Data): RegistryEntry {
  const inputs = new Inputs();
  const url = inputs.value({ ...one, value: one["url"] }, "a part of its address");
  const headers = inputs.pairs(one["headers"]);
  return { entry: { url, headers, type: one["type"] }, notes: inputs.notes() };
}
