import { describeLibrary } from "./behaviours.js";
import { aiSdk } from "./libraries.js";

describeLibrary(aiSdk);
