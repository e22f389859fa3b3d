/**
 * What every folder of packages/midcall/src may import: types that two of them agree on, small shared tools, and the
 * words that all user interfaces share.
 */
const leaves = ["contracts", "internal", "messages"];
/** Who may import whom besides. A folder not named here may import nothing else of ours. */
const may = {
  contracts: ["schema"],
  internal: [],
  messages: [],
  schema: [],
  form: ["schema"],
  store: [],
  vault: ["store"],
  audit: [],
  telemetry: [],
  "open-page": [],
  "local-page": ["schema", "form", "store", "pages", "open-page", "client/url-safety", "locales"],
  // open-page/has-screen alone; local-page is loaded when a question needs it
  server: ["schema", "store", "audit", "open-page", "local-page"],
  client: ["schema", "form", "audit"],
  integrations: ["client"],
  react: ["form", "client"],
  terminal: ["form", "client"],
  // client/url-safety: types of the warnings, for their texts
  // what open-page has for those who listen: own-address, largest-headers, peer-user, foreign-worker
  pages: ["schema", "form", "vault", "store", "audit", "client/url-safety", "open-page"],
  // types of the catalogues only, and schema for what a pattern accepts
  locales: ["schema", "form", "client", "react", "terminal", "pages"],
};

/** The packages each folder may use. */
const packages = {
  schema: ["@standard-schema/spec"],
  form: [],
  client: ["@modelcontextprotocol/client", "tldts"], // types only; tldts in domains.ts alone
  // sdk: types only, of 1.x
  server: ["@modelcontextprotocol/server", "@modelcontextprotocol/sdk", "@standard-schema/spec"],
  // Other makers' clients are described by the parts that are used.
  integrations: [],
  store: ["redis", "better-sqlite3"],
  react: ["react", "@modelcontextprotocol/client"], // the client only when useMcp connects
  terminal: ["@clack/prompts"],
  vault: [],
  telemetry: ["@opentelemetry/api"],
  pages: ["hono", "oauth4webapi", "rate-limiter-flexible"],
  "open-page": ["open"],
  "local-page": [],
  locales: [],
  testing: ["@modelcontextprotocol/server", "@modelcontextprotocol/client"],
};

const src = "^packages/midcall/src/";

const layers = Object.entries(may).map(([folder, allowed]) => ({
  name: `${folder}-imports-only-its-own`,
  comment: `${folder} may import ${allowed.join(", ") || "nothing"} of ours.`,
  severity: "error",
  from: { path: `${src}${folder}/` },
  to: {
    path: `${src}[^/]+/`,
    pathNot: [folder, ...leaves, ...allowed].map((name) => `${src}${name}/`),
  },
}));

/** The View of MCP Apps is not imported: it is built into one file. */
const view = "^packages/midcall/app/";
const inView = [
  "contracts",
  "internal",
  "messages",
  "schema",
  "form",
  "client",
  "react",
  "locales",
];

const browser = ["schema", "form", "client", "integrations", "react", "locales"];

module.exports = {
  forbidden: [
    ...layers,
    {
      name: "no-node-built-in-in-browser-entries",
      severity: "error",
      from: {
        path: [
          ...browser.map((folder) => `${src}${folder}/`),
          `${src}index\\.ts$`,
          `${src}contracts/`,
        ],
      },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "the-view-imports-only-its-own",
      severity: "error",
      from: { path: view },
      to: {
        pathNot: [
          view,
          ...inView.map((folder) => `${src}${folder}/`),
          "node_modules/(react|preact|@types/react)/",
        ],
      },
    },
    {
      name: "nothing-imports-the-view",
      severity: "error",
      from: { pathNot: view },
      to: { path: view },
    },
    {
      name: "the-core-of-the-server-knows-no-framework",
      comment: "What it needs of one is server/framework/request-channel.ts.",
      severity: "error",
      from: {
        path: `${src}server/`,
        pathNot: `${src}server/(sdk-v2/|sdk-v1/|fastmcp/|mcp-use/|http/|create-elicitation\\.ts$)`,
      },
      to: { path: "node_modules/@modelcontextprotocol/" },
    },
    {
      name: "adapters-do-without-sdk-2",
      severity: "error",
      from: { path: `${src}server/(sdk-v1|fastmcp|mcp-use)/` },
      to: { path: ["node_modules/@modelcontextprotocol/server/", `${src}server/(sdk-v2|http)/`] },
    },
    {
      name: "only-what-seals-encrypts",
      severity: "error",
      from: { pathNot: `${src}(server|pages|vault)/` },
      to: { path: `${src}internal/aead\\.ts$` },
    },
    {
      name: "nothing-imports-the-cli",
      severity: "error",
      from: { pathNot: "^packages/cli/" },
      to: { path: "^packages/cli/" },
    },
    {
      name: "no-circular",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    ...Object.entries(packages).map(([folder, names]) => ({
      name: `${folder}-uses-only-its-packages`,
      comment: "A new package is a decision: see ARCHITECTURE.md.",
      severity: "error",
      from: { path: `${src}${folder}/` },
      to: { path: "node_modules/", pathNot: names.map((name) => `node_modules/${name}/`) },
    })),
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "default"],
    },
  },
};
