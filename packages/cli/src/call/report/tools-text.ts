import type { Tool } from "@modelcontextprotocol/client";
import { createForm } from "midcall/form";
import { safeLine, safeText } from "../../safe-text.js";
import { argumentNames, schemaOf } from "../arguments/arguments.js";
import { describeField } from "../arguments/describe-field.js";

const LONGEST_ABOUT = 2_000;

/** The tools and their arguments as text that is safe to print. */
export function toolsText(tools: readonly Tool[]): string {
  return tools.length === 0 ? "The server has no tools." : tools.map(toolText).join("\n\n");
}

function toolText(tool: Tool): string {
  const title = tool.title ?? tool.annotations?.title;
  const lines = [safeLine(tool.name, 200) + (title ? `: ${safeLine(title, 200)}` : "")];
  if (tool.description) {
    const about = safeText(tool.description.slice(0, LONGEST_ABOUT)).trim();
    lines.push(...about.split("\n").map((line) => `  ${line}`));
  }
  lines.push(...argumentLines(tool).map((line) => `    ${line}`));
  return lines.join("\n");
}

function argumentLines(tool: Tool): string[] {
  const { fields } = createForm(schemaOf(tool));
  // There are too many arguments for a form, so only their names are listed.
  if (fields.length === 0) return argumentNames(tool).map((name) => safeLine(name, 200));
  return fields.map((field) => {
    const kind =
      field.kind === "unsupported"
        ? `JSON${field.required ? ", required" : ""}`
        : describeField(field);
    const about = field.description ? `  ${safeLine(field.description, 200)}` : "";
    return `${safeLine(field.name, 200)}=  ${kind}${about}`;
  });
}
