import { describeFramework } from "../../../packages/midcall/test/server/frameworks/behaviours.js";
import { mcpUse } from "./mcp-use-framework.js";

describeFramework(mcpUse);
