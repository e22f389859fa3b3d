import {
  type ElicitationMessages,
  ElicitationProvider,
  type ElicitationStore,
} from "midcall/react";
import { Suspense, useEffect, useMemo, useRef } from "react";
import { lazyPart } from "./lazy-part.js";
import { useConsole, useDrafts } from "./context.js";
import { answerStorage } from "./data/drafts.js";
import { skipTo } from "./skip-to.js";
import { Header } from "./parts/header.js";
import { ConnectionBanner } from "./parts/connection-banner.js";
import { QuestionPlaceProvider } from "./parts/questions/question-place.js";
import { QuestionsArea } from "./parts/questions/questions-area.js";
import { ScreenBoundary } from "./parts/screen-boundary.js";
import { SideNav } from "./parts/side-nav.js";
import { readRoute, type Route, useHash } from "./route.js";
import { BridgeScreen } from "./screens/bridge-screen.js";
import { ServerScreen } from "./screens/server-screen.js";
import { ServersScreen } from "./screens/servers-screen.js";
import { useIsBridge } from "./hooks/use-is-bridge.js";
import { usePreservedFocus } from "./hooks/use-preserved-focus.js";
import { useShortcuts } from "./hooks/use-shortcuts.js";
import { t } from "./messages/text.js";

const AuditScreen = lazyPart(async () => (await import("./screens/audit-screen.js")).AuditScreen);
const ToolScreen = lazyPart(async () => (await import("./screens/tool-screen.js")).ToolScreen);
const PromptScreen = lazyPart(
  async () => (await import("./screens/prompt-screen.js")).PromptScreen,
);
const ResourceScreen = lazyPart(
  async () => (await import("./screens/resource-screen.js")).ResourceScreen,
);

function Screen({ route }: { readonly route: Route }): React.ReactNode {
  const isBridge = useIsBridge();
  switch (route.screen) {
    case "servers":
      return isBridge ? <BridgeScreen /> : <ServersScreen />;
    case "audit":
      return <AuditScreen />;
    case "server":
      return <ServerScreen key={route.id} id={route.id} tab={route.tab} />;
    case "tool":
      return <ToolScreen key={`${route.id} ${route.tool}`} id={route.id} name={route.tool} />;
    case "prompt":
      return <PromptScreen key={`${route.id} ${route.prompt}`} id={route.id} name={route.prompt} />;
    case "resource":
      return <ResourceScreen key={`${route.id} ${route.uri}`} id={route.id} uri={route.uri} />;
  }
}

/**
 * Moves the focus to the heading of a new screen, and sets the title, as loading a new page would. It stands beside the
 * screen, so that it acts only when the screen is loaded. A call that the user has just started keeps the focus.
 */
function ScreenArrival(props: {
  readonly hash: string;
  /** The hash of the screen that was shown before. */
  readonly last: React.RefObject<string>;
  /** How many questions are open. */
  readonly open: number;
}): React.ReactNode {
  const { hash, last, open } = props;
  useTitle(open);
  useEffect(() => {
    if (last.current === hash) return;
    last.current = hash;
    if (document.activeElement?.closest("main [data-call]")) return;
    document.querySelector<HTMLElement>("main h1")?.focus();
  }, [hash, last]);
  return null;
}

/** Sets the title to the name of the screen and the number of open questions. */
function useTitle(open: number): void {
  const name = useIsBridge() ? "midcall bridge" : "midcall console";
  useEffect(() => {
    const about = document.querySelector("main h1")?.textContent;
    const title = [about, name].filter(Boolean).join(" · ");
    document.title = open > 0 ? `(${open}) ${title}` : title;
  });
}

export function App(props: {
  readonly questions: ElicitationStore;
  /** The texts of questions, where they are not in English. */
  readonly messages: ElicitationMessages | undefined;
}): React.ReactNode {
  const { questions, messages } = props;
  const hash = useHash();
  const connection = useConsole((snapshot) => snapshot.connection);
  const open = useConsole(
    ({ questions: { showing, waiting }, requests }) =>
      showing.length + waiting.length + requests.filter(({ ended }) => !ended).length,
  );
  const last = useRef(hash);
  const isBridge = useIsBridge();
  usePreservedFocus();
  useShortcuts();
  const drafts = useDrafts();
  const answers = useMemo(() => answerStorage(drafts), [drafts]);
  const route = readRoute(hash);
  return (
    <ElicitationProvider inbox={questions} drafts={answers} messages={messages}>
      <QuestionPlaceProvider>
        <div className="shell" data-bridge={isBridge || undefined}>
          <a className="skip" href="#main" onClick={(event) => skipTo(event, "main h1")}>
            {t("Skip to content")}
          </a>
          <Header open={open} />
          <SideNav route={route} />
          <main id="main">
            <ScreenBoundary place={hash}>
              {connection === "connecting" ? (
                <Loading />
              ) : (
                <Suspense fallback={<h1 tabIndex={-1}>{t("Loading…")}</h1>}>
                  <Screen route={route} />
                  <ScreenArrival hash={hash} last={last} open={open} />
                </Suspense>
              )}
            </ScreenBoundary>
          </main>
          <QuestionsArea />
        </div>
        <ConnectionBanner />
      </QuestionPlaceProvider>
    </ElicitationProvider>
  );
}

function Loading(): React.ReactNode {
  return (
    <>
      <h1 tabIndex={-1}>{t("Loading")}</h1>
      <p role="status" className="muted">
        {t("Connecting to the console…")}
      </p>
      <div className="skeletons" aria-hidden="true">
        <div className="skeleton" />
        <div className="skeleton" />
      </div>
    </>
  );
}
