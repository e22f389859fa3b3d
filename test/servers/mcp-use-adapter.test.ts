import { beforeAll } from "vitest";
import { describeFramework } from "../../packages/midcall/test/server/frameworks/behaviours.js";
import { installPeers } from "../peers/install.mjs";
import { mcpUse } from "./mcp-use-framework.js";

beforeAll(() => installPeers(), 300_000);

describeFramework(mcpUse);
