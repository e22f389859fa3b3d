import { SHORTCUTS } from "../hooks/use-shortcuts.js";
import { useIsBridge } from "../hooks/use-is-bridge.js";
import {
  language,
  LANGUAGE_NAMES,
  layout,
  type PageLanguage,
  theme,
  THEMES,
  type Theme,
} from "../theme.js";
import { goToQuestion } from "./questions/go-to-question.js";
import { t } from "../messages/text.js";

const NAMES: Readonly<Record<Theme, string>> = {
  auto: t("System"),
  light: t("Light"),
  dark: t("Dark"),
};

export function Header({ open }: { readonly open: number }): React.ReactNode {
  const isBridge = useIsBridge();
  return (
    <header className="top">
      <a className="brand" href="#/">
        <img src="./icon.svg" alt="" width="26" height="26" />
        <span>
          midcall <span className="muted">{isBridge ? "bridge" : "console"}</span>
        </span>
      </a>
      {open > 0 && (
        <button type="button" className="count" onClick={goToQuestion}>
          {open === 1 ? t("1 question") : t("{0} questions", open)}
        </button>
      )}
      <LayoutSwitch />
      <ThemeSwitch />
      <Help />
    </header>
  );
}

function LayoutSwitch(): React.ReactNode {
  const isDense = layout.use() === "dense";
  return (
    <button
      type="button"
      className="tool"
      aria-pressed={isDense}
      onClick={() => layout.set(isDense ? "roomy" : "dense")}
    >
      {t("Dense")}
    </button>
  );
}

function ThemeSwitch(): React.ReactNode {
  const current = theme.use();
  return (
    <label className="theme">
      <span>{t("Theme")}</span>
      <select value={current} onChange={(event) => theme.set(event.target.value as Theme)}>
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {NAMES[name]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The shortcuts, behind a button. */
function Help(): React.ReactNode {
  return (
    <>
      <button
        type="button"
        className="tool"
        popoverTarget="shortcuts"
        aria-label={t("Keyboard shortcuts")}
      >
        ?
      </button>
      <div id="shortcuts" popover="auto" className="shortcuts">
        <h2>{t("Keyboard shortcuts")}</h2>
        <dl>
          {SHORTCUTS.map(({ keys, does }) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
          <div>
            <dt>
              <kbd>Ctrl + Enter</kbd>
            </dt>
            <dd>{t("Call, from any argument")}</dd>
          </div>
        </dl>
        <LanguageSwitch />
      </div>
    </>
  );
}

/** The language of the page. What has been typed is kept while the page is loaded again. */
function LanguageSwitch(): React.ReactNode {
  const current = language.use();
  return (
    <label className="language">
      <span>{t("Language")}</span>
      <select
        value={current}
        onChange={(event) => {
          language.set(event.target.value as PageLanguage);
          location.reload();
        }}
      >
        <option value="auto">{t("Automatic")}</option>
        {Object.entries(LANGUAGE_NAMES).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
