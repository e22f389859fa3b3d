import { render } from "preact";
import "../../src/react/theme.css";
import { applyTheme } from "./host/host-context.js";
import type { OwnWindow } from "./host/json-rpc.js";
import { reportSize } from "./host/report-size.js";
import { App } from "./parts/app.js";
import { createView } from "./question/view.js";
import "./styles.css";

const view = createView(window as unknown as OwnWindow, navigator.languages);
const root = document.documentElement;
const apply = (): void => {
  const { context, language } = view.getSnapshot();
  applyTheme(root, context);
  root.lang = language.tag;
  root.dir = language.dir;
  document.title = language.view.title;
};
apply();
view.subscribe(apply);
render(<App view={view} />, document.getElementById("view")!);
reportSize(view.connection, document.body);
