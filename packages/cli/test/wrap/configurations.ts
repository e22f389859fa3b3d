/** Configurations in the shapes that hosts have, with a server named `files` and, in most, one named `remote`. */
export const CONFIGURATIONS: Readonly<Record<string, string>> = {
  "Claude Desktop": `{
  "mcpServers": {
    "files": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "C:\\\\Users\\\\ann"],
      "env": { "TOKEN": "t0ken" }
    },
    "plain": { "command": "server" }
  },
  "globalShortcut": ""
}
`,
  "Claude Code": `{"numStartups":3,"mcpServers":{"remote":{"type":"http","url":"https://example.com/mcp","headers":{"Authorization":"Bearer \\u0061bc"}}},"projects":{"/home/ann/web":{"allowedTools":[],"mcpServers":{"files":{"type":"stdio","command":"node","args":[],"env":{}}}}}}`,
  "VS Code": `{
\t// the servers of this workspace
\t"inputs": [{ "type": "promptString", "id": "key", "description": "Key", "password": true }],
\t"servers": {
\t\t"files": {
\t\t\t"type": "stdio",
\t\t\t"command": "uvx", /* fast */
\t\t\t"args": [
\t\t\t\t"mcp-server-git", // of the repository
\t\t\t\t"\${workspaceFolder}",
\t\t\t],
\t\t\t"envFile": "\${workspaceFolder}/.env",
\t\t},
\t\t"remote": { "type": "http", "url": "https://example.com/mcp", "headers": { "X-Key": "\${input:key}" } },
\t},
}
`,
  "settings of VS Code": `{ "mcp": { "servers": { "files": { "command": "node", "args": ["a.js"] } } }, "editor.tabSize": 2 }`,
  Cursor: `\ufeff{\r\n  "mcpServers": {\r\n    "files": {\r\n      "command": "node",\r\n      "args": [ "server.js" ]\r\n    },\r\n    "remote": { "url": "https://example.com/sse" }\r\n  }\r\n}\r\n`,
  Copilot: `{"mcpServers":{"files":{"tools":["*"],"type":"local","command":"node","args":["x.js","--"]},"remote":{"type":"http","url":"https://example.com/mcp","headers":{},"tools":["*"]}}}`,
  Zed: `// Zed settings
{
  "theme": "One Dark", // dark
  "context_servers": {
    "files": { "source": "custom", "enabled": true, "command": "node", "args": ["x.js"], "env": {} },
    "old": { "command": { "path": "node", "args": ["y.js"], "env": null }, "settings": {} },
    "remote": { "url": "https://example.com/mcp", },
  },
}
`,
};
