import { displayText } from "../../form/index.js";

/** A server's name as people see it. The inbox goes by the name as it is. */
export const shownName = (server: string): string => displayText(server) || "—";
