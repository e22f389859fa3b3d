import { describeLibrary } from "./behaviours.js";
import { sdkV1 } from "./libraries.js";

describeLibrary(sdkV1);
