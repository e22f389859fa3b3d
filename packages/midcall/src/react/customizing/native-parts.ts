import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { replaceable } from "./replaceable.js";

/** The native elements of the fields, unless the host has its own. */
export const Input: (props: ComponentPropsWithoutRef<"input">) => ReactNode = replaceable(
  "Input",
  "input",
);
export const Textarea: (props: ComponentPropsWithoutRef<"textarea">) => ReactNode = replaceable(
  "Textarea",
  "textarea",
);
export const Select: (props: ComponentPropsWithoutRef<"select">) => ReactNode = replaceable(
  "Select",
  "select",
);
