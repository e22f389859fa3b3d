import { render } from "preact";
import "../../src/react/theme.css";
import { applyTheme } from "./host/host-context.js";
import type { OwnWindow } from "./host/json-rpc.js";
import { reportSize } from "./host/report-size.js";
import { App } from "./parts/app.js";
import { createView } from "./question/view.js";
import "./styles.css";

const view = createView(window as unknown as OwnWindow);
const root = document.documentElement;
view.subscribe(() => applyTheme(root, view.getSnapshot().context));
render(<App view={view} />, document.getElementById("view")!);
reportSize(view.connection, document.body);
