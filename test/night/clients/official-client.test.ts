import { describeLibrary } from "./behaviours.js";
import { officialClient } from "./libraries.js";

describeLibrary(officialClient);
