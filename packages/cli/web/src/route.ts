import { useSyncExternalStore } from "react";

/** The current screen, which is encoded in the URL's fragment. */
export type Route =
  | { readonly screen: "servers" }
  | { readonly screen: "audit" }
  | { readonly screen: "server"; readonly id: string; readonly tab: ServerTab }
  | { readonly screen: "tool"; readonly id: string; readonly tool: string }
  | { readonly screen: "prompt"; readonly id: string; readonly prompt: string }
  /** A resource, or a template of resources. */
  | { readonly screen: "resource"; readonly id: string; readonly uri: string };

export const SERVER_TABS = [
  "tools",
  "prompts",
  "resources",
  "tasks",
  "requests",
  "scenarios",
  "timeline",
  "http",
  "log",
  "output",
  "about",
  "edit",
] as const;

/** A section of a server. */
export type ServerTab = (typeof SERVER_TABS)[number];

/** A lone surrogate, which is possible in JSON but not in a URL. */
const LONE = /^[\ud800-\udfff]$/;

/** Encodes a name for the URL. A lone surrogate becomes `%u` and its code, which no other character does. */
const encode = (name: string): string =>
  Array.from(name, (character) =>
    LONE.test(character)
      ? `%u${character.charCodeAt(0).toString(16)}`
      : encodeURIComponent(character),
  ).join("");

const decode = (part: string): string => {
  try {
    return part
      .split(/%u(d[89a-f][\da-f]{2})/)
      .map((piece, at) =>
        at % 2 === 1 ? String.fromCharCode(parseInt(piece, 16)) : decodeURIComponent(piece),
      )
      .join("");
  } catch {
    return part;
  }
};

export function readRoute(hash: string): Route {
  const [, first = "", id = "", tab = "", name = ""] = hash.replace(/^#/, "").split("/");
  if (first === "audit") return { screen: "audit" };
  if (first !== "servers" || id === "") return { screen: "servers" };
  if (name !== "") {
    const decoded = decode(name);
    if (tab === "tools") return { screen: "tool", id, tool: decoded };
    if (tab === "prompts") return { screen: "prompt", id, prompt: decoded };
    if (tab === "resources") return { screen: "resource", id, uri: decoded };
  }
  return { screen: "server", id, tab: SERVER_TABS.find((one) => one === tab) ?? "tools" };
}

export function hrefOf(route: Route): string {
  switch (route.screen) {
    case "servers":
      return "#/";
    case "audit":
      return "#/audit";
    case "server":
      return `#/servers/${route.id}/${route.tab}`;
    case "tool":
      return `#/servers/${route.id}/tools/${encode(route.tool)}`;
    case "prompt":
      return `#/servers/${route.id}/prompts/${encode(route.prompt)}`;
    case "resource":
      return `#/servers/${route.id}/resources/${encode(route.uri)}`;
  }
}

export function goTo(route: Route): void {
  location.hash = hrefOf(route);
}

const subscribe = (listener: () => void): (() => void) => {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
};

export function useHash(): string {
  return useSyncExternalStore(subscribe, () => location.hash);
}
