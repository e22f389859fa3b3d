import { displayText } from "../../form/index.js";

/** A server's name, safe to display. The inbox itself uses the unmodified name. */
export const shownName = (server: string): string => displayText(server) || "—";
