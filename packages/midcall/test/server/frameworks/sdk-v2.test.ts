import { describeFramework } from "./behaviours.js";
import { sdkV2 } from "./sdk-v2-server.js";

describeFramework(sdkV2);
