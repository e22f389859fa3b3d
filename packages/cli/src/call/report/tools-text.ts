import type { Tool } from "@modelcontextprotocol/client";
import { createForm } from "midcall/form";
import { safeLine, safeText } from "../../safe-text.js";
import { member } from "../../json.js";
import { argumentNames, fieldOf, schemaOf } from "../arguments/arguments.js";
import { itemsOf } from "../arguments/list-arguments.js";
import { jsonShape } from "../arguments/json-shape.js";
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
  const schema = schemaOf(tool);
  const { fields } = createForm(schema);
  // There are too many arguments for a form, so only their names are listed.
  if (fields.length === 0) return argumentNames(tool).map((name) => safeLine(name, 200));
  return fields.map((field) => {
    const kind =
      field.kind === "unsupported"
        ? `${unshownText(field.name, member(schema["properties"], field.name), tool)}${field.required ? ", required" : ""}`
        : describeField(field);
    const about = field.description ? `  ${safeLine(field.description, 200)}` : "";
    return `${safeLine(field.name, 200)}=  ${kind}${about}`;
  });
}

/** What an argument that no form can show accepts: several simple values, or JSON. */
function unshownText(name: string, schema: unknown, { inputSchema }: Tool): string {
  const items = itemsOf(schema);
  if (items === undefined) {
    const shape = jsonShape(schema, inputSchema);
    return shape === undefined ? "JSON" : `JSON: ${shape}`;
  }
  const item = describeField({ ...fieldOf(items), required: false });
  const shown = safeLine(name, 60);
  return `list of ${item} (${shown}=… ${shown}=…)`;
}
