import { beforeAll } from "vitest";
import { describeLibrary } from "./behaviours.js";
import { installClients } from "./install.mjs";
import { aiSdk } from "./libraries.js";

beforeAll(installClients, 300_000);

describeLibrary(aiSdk);
