import { connect as connectClaudeAgent } from "./libraries/claude-agent.mjs";
import {
  connect as connectLangchain,
  connectSdkV1 as connectLangchainSdkV1,
} from "./libraries/langchain.mjs";
import {
  connect as connectOpenaiAgents,
  connectSdkV1 as connectOpenaiAgentsSdkV1,
} from "./libraries/openai-agents.mjs";
import { type ClientLibrary, wires2025, wires2026 } from "./library.js";

const wires = [...wires2025, ...wires2026];
/** For a second client below the same adapter, one wire is enough. */
const oneWire = wires2025.slice(-1);

export const langchain: ClientLibrary = {
  name: "@langchain/mcp-adapters",
  entry: "midcall/integrations/langchain",
  wires,
  connect: connectLangchain,
};

/** LangChain brings SDK 1.x along, whose client it takes, too. */
export const langchainSdkV1: ClientLibrary = {
  ...langchain,
  name: "@langchain/mcp-adapters, with a client of SDK 1.x",
  wires: oneWire,
  connect: connectLangchainSdkV1,
};

export const openaiAgents: ClientLibrary = {
  name: "@openai/agents",
  entry: "midcall/integrations/openai-agents",
  wires,
  connect: connectOpenaiAgents,
};

export const openaiAgentsSdkV1: ClientLibrary = {
  ...openaiAgents,
  name: "@openai/agents, with a client of SDK 1.x",
  wires: oneWire,
  connect: connectOpenaiAgentsSdkV1,
};

/** The program beside it, Claude Code, is the client, and the real one here. Its model is scripted. */
export const claudeAgent: ClientLibrary = {
  name: "@anthropic-ai/claude-agent-sdk",
  entry: "midcall/integrations/claude-agent",
  wires,
  connect: connectClaudeAgent,
};
