/** Rows of the sidebar: what is shown, and the page in `folder`. */
const pages = (folder, rows) => rows.map(([text, page]) => ({ text, link: `${folder}${page}` }));

/** What stands beside every page, in the order of the sections. A new page is one row. */
export const sidebar = [
  {
    text: "Start here",
    items: pages("/start/", [
      ["Which are you?", ""],
      ["A server that asks", "server"],
      ["A host in React", "host-react"],
      ["A host in a terminal", "host-terminal"],
      ["A host or server without it", "bridge"],
      ["Pages, vault and audit", "operator"],
    ]),
  },
  {
    text: "How it works",
    items: pages("/", [
      ["The way of a question", "how-it-works/"],
      ["What a server sees", "what-a-server-sees"],
      ["Hosts that cannot ask", "fallback"],
      ["How a confirmation is asked", "confirm"],
      ["Hosts that answer by themselves", "hosts"],
      ["Security", "security"],
      ["Pages on this computer", "local-pages"],
      ["Decisions", "decisions"],
    ]),
  },
  {
    text: "Guides",
    items: pages("/", [
      ["Deploying", "guides/deploying"],
      ["Where a server runs", "runtimes"],
      ["Several replicas", "fleets"],
      ["Operating", "operating"],
      ["Capacity", "capacity"],
      ["Secrets and accounts", "guides/secrets"],
      ["Testing", "testing"],
      ["Theming", "guides/theming"],
      ["React components", "react"],
      ["Six languages", "languages"],
      ["Texts of your own", "guides/languages"],
      ["Vue, Svelte, plain DOM", "guides/host-ui"],
      ["Writing a store", "guides/writing-a-store"],
      ["PostgreSQL", "postgres"],
      ["Redis", "redis"],
      ["Tasks", "tasks"],
      ["Long approvals", "long-approvals"],
    ]),
  },
  {
    text: "Migrations",
    items: pages("/migrations/", [
      ["From elicitInput", "elicit-input"],
      ["From mcp-use", "mcp-use"],
      ["From FastMCP", "fastmcp"],
    ]),
  },
  {
    text: "Integrations",
    items: pages("/", [
      ["Server frameworks", "servers"],
      ["Client libraries", "clients"],
      ["SDK 1.x", "clients/sdk-v1"],
      ["AI SDK", "clients/ai-sdk"],
      ["Mastra", "clients/mastra"],
      ["LangChain", "clients/langchain"],
      ["OpenAI Agents", "clients/openai-agents"],
      ["Claude Agent SDK", "clients/claude-agent"],
    ]),
  },
  {
    text: "Command line",
    items: pages("/", [
      ["Console, beside the Inspector", "console"],
      ["Bridge", "bridge"],
      ["Wrap", "wrap"],
      ["Doctor for servers", "doctor"],
      ["Doctor for hosts", "doctor-host"],
    ]),
  },
  {
    text: "Help",
    items: pages("/", [
      ["Troubleshooting", "troubleshooting"],
      ["Error codes", "errors"],
      ["Reference", "reference/"],
      ["Beside others", "comparison"],
    ]),
  },
];
