import { describeFramework } from "./behaviours.js";
import { sdkV1 } from "./sdk-v1-server.js";
import { useVirtualTime } from "../virtual-time.js";

useVirtualTime();

describeFramework(sdkV1);
