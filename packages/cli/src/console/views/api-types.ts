/*
 * The data that the console's API and its page exchange. Types only: both sides import them.
 */
export type { AuditEntry } from "midcall/audit";
export type { ProtocolVersionChoice } from "../../connect/protocol-version.js";
export type * from "./api-types/calls.js";
export type * from "./api-types/http.js";
export type * from "./api-types/lists.js";
export type * from "./api-types/logs.js";
export type * from "./api-types/questions.js";
export type * from "./api-types/requests.js";
export type * from "./api-types/results.js";
export type * from "./api-types/servers.js";
export type * from "./api-types/state.js";
export type * from "./api-types/wire.js";
