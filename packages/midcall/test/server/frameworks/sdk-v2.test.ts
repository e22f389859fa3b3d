import { describeFramework } from "./behaviours.js";
import { sdkV2 } from "./sdk-v2-server.js";
import { useVirtualTime } from "../virtual-time.js";

useVirtualTime();

describeFramework(sdkV2);
