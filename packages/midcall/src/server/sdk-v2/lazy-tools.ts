import type { McpServer } from "@modelcontextprotocol/server";
import { isObject } from "../../internal/is-object.js";

/** The tools of a server that the SDK does not know yet. */
export interface LazyTools {
  /** Registers this tool, if it is one of them. */
  need(name: string): void;
  /** Registers all of them, in the order in which the author has registered them. */
  all(): void;
}

type Register = (name: string, config: unknown, callback: unknown) => object;

let isForOneCall = false;

/** Builds a server that answers one call: of the tools of servers that are attached meanwhile, few will be needed. */
export function forOneCall<T>(build: () => T): T {
  const before = isForOneCall;
  isForOneCall = true;
  try {
    return build();
  } finally {
    isForOneCall = before;
  }
}

/**
 * Registers the tools of a server for one call with the SDK when they are needed: registering takes longer than the rest of the
 * building. The first tool is registered at once, which gives the server its handlers, and so is each that the SDK might refuse
 * or warn of.
 */
export function registerToolsLazily(server: McpServer): LazyTools | undefined {
  if (!isForOneCall) return undefined;
  const register = server.registerTool.bind(server) as Register;
  const waiting = new Map<string, readonly [config: object, callback: unknown]>();
  const registered = new Map<string, object>();
  let isFirst = true;
  /** Whether the SDK takes the name for one that it has, as it does with those of members of every object. */
  const isTaken = (name: unknown): boolean => {
    const { _registeredTools: tools } = server as unknown as {
      readonly _registeredTools?: unknown;
    };
    return waiting.has(name as string) || !isObject(tools) || (name as string) in tools;
  };

  const need = (name: string): void => {
    const tool = waiting.get(name);
    if (tool === undefined) return;
    waiting.delete(name);
    registered.set(name, register(name, ...tool));
  };
  const all = (): void => {
    for (const name of [...waiting.keys()]) need(name);
  };
  const lazily: Register = (name, config, callback) => {
    const isLazy = !isFirst && !server.isConnected() && isPlain(name, config) && !isTaken(name);
    isFirst = false;
    if (!isLazy) {
      all();
      return register(name, config, callback);
    }
    // A copy, as the author may go on to use the object.
    waiting.set(name, [{ ...(config as object) }, callback]);
    return whenUsed(() => {
      all();
      return registered.get(name)!;
    });
  };
  server.registerTool = lazily as unknown as typeof server.registerTool;
  return { need, all };
}

const PLAIN_NAME = /^[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,126}[A-Za-z0-9_])?$/;

/** Whether the SDK takes a tool without a word. */
function isPlain(name: unknown, config: unknown): boolean {
  if (typeof name !== "string" || !PLAIN_NAME.test(name) || !isObject(config)) return false;
  return isPlainSchema(config["inputSchema"]) && isPlainSchema(config["outputSchema"]);
}

function isPlainSchema(schema: unknown): boolean {
  if (schema === undefined) return true;
  const standard = isObject(schema) ? schema["~standard"] : undefined;
  return isObject(standard) && typeof standard["validate"] === "function";
}

/** An object that is made when something of it is used. */
function whenUsed(make: () => object): object {
  return new Proxy(
    {},
    {
      get: (_, key) => Reflect.get(make(), key) as unknown,
      set: (_, key, value) => Reflect.set(make(), key, value),
      has: (_, key) => Reflect.has(make(), key),
      deleteProperty: (_, key) => Reflect.deleteProperty(make(), key),
      ownKeys: () => Reflect.ownKeys(make()),
      getOwnPropertyDescriptor(_, key) {
        const found = Reflect.getOwnPropertyDescriptor(make(), key);
        // As the proxy's own object does not have it.
        return found && { ...found, configurable: true };
      },
    },
  );
}
