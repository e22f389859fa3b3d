import type { HostOverride } from "./overrides.js";

/** An override with what docs/hosts.md says about it. */
export type KnownHost = HostOverride & {
  /** The products or editions that do this under that name. */
  readonly product: string;
  readonly source: string;
  /** Further reports. */
  readonly alsoSee?: readonly string[];
};

/** No user reads a question and answers it in a quarter of a second; the hosts here take 0 to 75 ms. */
const withinMs = 250;

const issue = (repository: string, number: number): string =>
  `https://github.com/${repository}/issues/${number}`;
const claudeCode = (number: number): string => issue("anthropics/claude-code", number);
const codex = (number: number): string => issue("openai/codex", number);

/**
 * Hosts that are known to declare what they do not do, under a name that distinguishes them. Where editions that ask and
 * editions that do not have the same name and version, only what tells their answers apart can be here.
 */
export const knownHosts: readonly KnownHost[] = [
  {
    name: "claude-code",
    does: "refuses",
    withinMs,
    product: "Claude Code's VS Code extension and print mode, and programs on the Claude Agent SDK",
    source: claudeCode(79174),
    alsoSee: [claudeCode(41292), claudeCode(62319), claudeCode(56243), claudeCode(35353)],
  },
  {
    name: "claude-code",
    versions: { from: "2.1.76", before: "2.1.108" },
    mode: "url",
    does: "cannot-show",
    product: "Claude Code, while it declared URL mode",
    source: claudeCode(69555),
    alsoSee: [claudeCode(48164)],
  },
  {
    name: "claude-ai",
    does: "refuses",
    withinMs,
    product: "Claude Desktop and Cowork",
    source: claudeCode(89858),
    alsoSee: ["https://github.com/heznpc/AirMCP/pull/46"],
  },
  {
    name: "copilot-cli",
    does: "refuses",
    withinMs,
    product:
      "Copilot CLI in print mode, with `--autopilot` and with `--no-ask-user` (seen in 1.0.102)",
    source: "https://www.npmjs.com/package/@github/copilot/v/1.0.102",
  },
  {
    name: "codex-mcp-client",
    does: "refuses",
    withinMs,
    product: "Codex without a user interface, and its app server",
    source: codex(45621),
    alsoSee: [codex(6992), codex(45776)],
  },
  {
    name: "codex-mcp-client",
    mode: "form",
    does: "accepts",
    withinMs,
    product: "Codex, for tools that need no approval",
    source: codex(23383),
    alsoSee: [codex(9053)],
  },
  {
    name: "codex-mcp-client",
    mode: "form",
    does: "omits-fields",
    fields: ["number", "array"],
    product: "Codex CLI",
    source: codex(41797),
    alsoSee: ["https://github.com/laravel/mcp/pull/190"],
  },
];
