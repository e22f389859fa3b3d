import type { Subcommands } from "./subcommand.js";

/** Every subcommand by its name. */
export const COMMANDS: Subcommands = new Map([
  [
    "call",
    {
      about: "call a tool of an MCP server and answer its questions",
      load: () => import("./call/command.js"),
    },
  ],
  [
    "console",
    {
      about: "use your MCP servers from a page in your browser",
      load: () => import("./console/command.js"),
    },
  ],
  [
    "doctor",
    {
      about: "examine how a host asks its user",
      load: () => import("./doctor/command.js"),
    },
  ],
  [
    "completion",
    {
      about: "print a script that completes commands and options in your shell",
      load: () => import("./completion/command.js"),
    },
  ],
]);
