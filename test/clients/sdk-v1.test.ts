import { beforeAll } from "vitest";
import { describeLibrary } from "./behaviours.js";
import { installClients } from "./install.mjs";
import { sdkV1 } from "./libraries.js";

beforeAll(installClients, 300_000);

describeLibrary(sdkV1);
