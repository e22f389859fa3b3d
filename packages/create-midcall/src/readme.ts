import type { Choices } from "./options.js";

/** What to run, and what is seen. */
export function commandsOf({ kind, transport }: Choices): readonly (readonly [string, string])[] {
  const test = ["npm test", "runs the tests"] as const;
  if (kind === "react") return [test, ["npm start", "opens a page that calls a tool, which asks"]];
  if (kind === "terminal")
    return [test, ["npm start", "calls a tool, which asks in this terminal"]];
  const console = [
    "npm run console",
    "calls the server's tools from a page, and answers them",
  ] as const;
  const start = ["npm start", "listens on http://127.0.0.1:3000/mcp"] as const;
  if (transport === "stdio") return [test, console];
  return transport === "both" ? [test, console, start] : [test, start, console];
}

/** The README of a project. */
export function readmeOf(choices: Choices): string {
  const { name, kind } = choices;
  const commands = commandsOf(choices);
  const widest = Math.max(...commands.map(([command]) => command.length));
  const lines = commands.map(([command, about]) => `${command.padEnd(widest)}  # ${about}`);
  return `# ${name}

${ABOUT[kind]} Made with [midcall](https://github.com/midcall/midcall).

\`\`\`sh
npm install
${lines.join("\n")}
\`\`\`
`;
}

const ABOUT = {
  server:
    "An MCP server with one tool, `book_table`, that asks its user in the middle of the call.",
  react:
    "A host in a web page: it calls a tool of an MCP server and shows the question that the tool asks.",
  terminal:
    "A host in a terminal: it calls a tool of an MCP server and shows the question that the tool asks.",
};
