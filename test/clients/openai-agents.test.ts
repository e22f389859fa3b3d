import { beforeAll } from "vitest";
import { openaiAgents, openaiAgentsSdkV1 } from "./agent-libraries.js";
import { describeLibrary } from "./behaviours.js";
import { installClients } from "./install.mjs";

beforeAll(installClients, 300_000);

describeLibrary(openaiAgents);
describeLibrary(openaiAgentsSdkV1);
