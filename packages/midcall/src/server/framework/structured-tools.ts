import { isObject } from "../../internal/is-object.js";

/** Tells whether the results of a tool must have structured content, so that one without is an error to the host. */
export type NeedsStructure = (tool: unknown) => boolean;

/**
 * Notes which tools have an output schema, as they are registered.
 *
 * @param method - the server's method that registers a tool: by a name and a configuration, or by one object with both
 */
export function noteStructuredTools(server: object, method: string): NeedsStructure {
  const names = new Set<unknown>();
  const methods = server as Record<string, unknown>;
  const register = methods[method];
  if (typeof register !== "function") return () => false;
  const noted = (...args: unknown[]): unknown => {
    const [first, second] = args;
    const [name, config] = isObject(first) ? [first["name"], first] : [first, second];
    if (isObject(config) && config["outputSchema"] !== undefined) names.add(name);
    return Reflect.apply(register, server, args);
  };
  methods[method] = noted;
  return (tool) => names.has(tool);
}
