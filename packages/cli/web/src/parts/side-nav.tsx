import { useConsole } from "../context.js";
import { useIsBridge } from "../hooks/use-is-bridge.js";
import { hrefOf, type Route } from "../route.js";
import { t } from "../messages/text.js";

export function SideNav({ route }: { readonly route: Route }): React.ReactNode {
  const isBridge = useIsBridge();
  const servers = useConsole((snapshot) => snapshot.servers);
  const current = (is: boolean): "page" | undefined => (is ? "page" : undefined);
  const here = "id" in route ? route.id : undefined;
  return (
    <nav className="side" aria-label={isBridge ? t("Bridge") : t("Console")}>
      <ul>
        <li>
          <a href="#/" aria-current={current(route.screen === "servers")}>
            {isBridge ? t("Questions") : t("All servers")}
          </a>
        </li>
        {servers.map(({ id, name, state }) => (
          <li key={id} className="server-link">
            <a
              href={hrefOf({ screen: "server", id, tab: "tools" })}
              aria-current={current(here === id)}
            >
              <span className="dot" data-state={state} aria-hidden="true" />
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
        <li>
          <a href="#/audit" aria-current={current(route.screen === "audit")}>
            {t("Audit log")}
          </a>
        </li>
      </ul>
    </nav>
  );
}
