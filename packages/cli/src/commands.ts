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
    "bridge",
    {
      about: "put midcall between your host and a server, to be asked what the host cannot ask",
      load: () => import("./bridge/command.js"),
    },
  ],
  [
    "wrap",
    {
      about: "put midcall in front of the servers that your hosts are configured to use",
      load: () => import("./wrap/command.js"),
    },
  ],
  [
    "unwrap",
    {
      about: "take back what midcall wrap has changed",
      load: () => import("./wrap/unwrap-command.js"),
    },
  ],
  [
    "doctor",
    {
      about: "examine how a host asks its user, or how a server takes the answers",
      load: () => import("./doctor/command.js"),
    },
  ],
  [
    "audit",
    {
      about: "verify or show an audit log: who answered what, and how",
      load: () => import("./audit/command.js"),
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
