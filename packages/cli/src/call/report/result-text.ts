import type { CallToolResult } from "@modelcontextprotocol/client";
import { safeJson, safeLine, safeText } from "../../safe-text.js";

type Block = CallToolResult["content"][number];

/** A tool's result as text that is safe to print. */
export function resultText({ content, structuredContent }: CallToolResult): string {
  const blocks = Array.isArray(content) ? content : [];
  const parts = blocks.map(blockText);
  if (parts.length === 0 && structuredContent !== undefined) {
    parts.push(safeJson(structuredContent, 2));
  }
  return parts.join("\n");
}

function blockText(block: Block): string {
  switch (block.type) {
    case "text":
      return safeText(String(block.text));
    case "image":
    case "audio":
      return `(${block.type}, ${safeLine(String(block.mimeType), 60)}, ${sizeOf(block.data)})`;
    case "resource_link":
      return `(link: ${safeLine(String(block.uri), 2_000)}${block.name ? `, ${safeLine(String(block.name), 200)}` : ""})`;
    case "resource": {
      const { resource } = block;
      if ("text" in resource) return safeText(String(resource.text));
      return `(resource ${safeLine(String(resource.uri), 2_000)}, ${sizeOf(resource.blob)})`;
    }
    default:
      return `(${safeLine(String((block as { type?: unknown }).type), 60)})`;
  }
}

function sizeOf(base64: unknown): string {
  const length = typeof base64 === "string" ? base64.replace(/=+$/, "").length : 0;
  return `${Math.floor((length * 3) / 4)} bytes`;
}
