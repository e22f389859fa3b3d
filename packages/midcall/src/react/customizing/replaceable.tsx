import { type ComponentType, createElement, type ReactNode } from "react";
import { useLocalization } from "../context.js";
import type { ElicitationComponents } from "./components.js";

type Props<Name extends keyof ElicitationComponents> =
  NonNullable<ElicitationComponents[Name]> extends ComponentType<infer P> ? P : never;

/** A part that the host can replace. */
export function replaceable<Name extends keyof ElicitationComponents>(
  name: Name,
  ours: string | ((props: Props<Name>) => ReactNode),
): (props: Props<Name>) => ReactNode {
  return function Part(props) {
    const own = useLocalization().components?.[name] ?? ours;
    return createElement(own as string, props as object);
  };
}
