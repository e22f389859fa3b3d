import { openaiAgents, openaiAgentsSdkV1 } from "./agent-libraries.js";
import { describeLibrary } from "./behaviours.js";

describeLibrary(openaiAgents);
describeLibrary(openaiAgentsSdkV1);
