export { type CallEnd } from "./calls.js";
export { type Clock, createManualClock, createRealClock } from "./clock.js";
export { createSimulatedHost, type SimulatedHost } from "./host.js";
export { linkTo, linkToProcess, type Message } from "./link.js";
export * from "./model.js";
export { canShow } from "./respond.js";
export { type HostTraits, type OnQuestion, sound } from "./traits.js";
export * from "./user.js";
