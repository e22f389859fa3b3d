import "midcall/react/theme.css";
import "./styles/index.css";
import { loadLanguage } from "./messages/load-language.js";
import { layout, theme } from "./theme.js";

theme.apply();
layout.apply();
// A page in English is better than none.
const messages = await loadLanguage().catch(() => undefined);
const { start } = await import("./start.js");
await start(messages);
