import { describeFramework } from "./behaviours.js";
import { sdkV1 } from "./sdk-v1-server.js";

describeFramework(sdkV1);
