import { Suspense } from "react";
import { lazyPart } from "../lazy-part.js";
import type { ServerView } from "../../../src/console/views/api-types.js";
import { useConsole } from "../context.js";
import { Output } from "../parts/call/output.js";
import { NotFound } from "../parts/not-found.js";
import { NotConnected } from "../parts/server/not-connected.js";
import { ServerHeader } from "../parts/server/server-header.js";
import { ToolList } from "../parts/server/tool-list.js";
import type { ServerTab } from "../route.js";
import { t } from "../messages/text.js";

const PromptList = lazyPart(async () => (await import("../parts/lists/prompt-list.js")).PromptList);
const ResourceList = lazyPart(
  async () => (await import("../parts/lists/resource-list.js")).ResourceList,
);
const Requests = lazyPart(async () => (await import("../parts/requests/requests.js")).Requests);
const ScenarioList = lazyPart(
  async () => (await import("../parts/scenarios/scenario-list.js")).ScenarioList,
);
const TaskList = lazyPart(async () => (await import("../parts/tasks/task-list.js")).TaskList);
const Timeline = lazyPart(async () => (await import("../parts/timeline/timeline.js")).Timeline);
const Log = lazyPart(async () => (await import("../parts/server/log.js")).Log);
const HttpView = lazyPart(async () => (await import("../parts/http/http-view.js")).HttpView);
const EditServer = lazyPart(
  async () => (await import("../parts/server/form/edit-server.js")).EditServer,
);
const About = lazyPart(async () => (await import("../parts/server/about.js")).About);

type Section = React.ComponentType<{ readonly server: ServerView }>;

const SECTIONS: Readonly<Record<ServerTab, Section>> = {
  tools: ToolList,
  prompts: PromptList,
  resources: ResourceList,
  tasks: TaskList,
  requests: Requests,
  scenarios: ScenarioList,
  timeline: Timeline,
  http: HttpView,
  log: Log,
  output: Output,
  about: About,
  edit: EditServer,
};
/** What only a connected server has. */
const NEEDS_CONNECTION: readonly ServerTab[] = ["tools", "prompts", "resources", "tasks"];

export interface ServerScreenProps {
  readonly id: string;
  readonly tab: ServerTab;
}

export function ServerScreen({ id, tab }: ServerScreenProps): React.ReactNode {
  const server = useConsole(({ servers }) => servers.find((one) => one.id === id));
  if (!server) return <NotFound />;
  const Shown =
    server.state !== "ready" && NEEDS_CONNECTION.includes(tab) ? NotConnected : SECTIONS[tab];
  return (
    <>
      <ServerHeader server={server} tab={tab} />
      <Suspense fallback={<p role="status">{t("Loading…")}</p>}>
        <Shown server={server} />
      </Suspense>
    </>
  );
}
