import { skipTo } from "../skip-to.js";
import { setTheme, type Theme, THEMES, useTheme } from "../theme.js";

const NAMES: Readonly<Record<Theme, string>> = { auto: "System", light: "Light", dark: "Dark" };

export function Header({ open }: { readonly open: number }): React.ReactNode {
  return (
    <header className="top">
      <a className="brand" href="#/">
        <img src="/icon.svg" alt="" width="28" height="28" />
        <span>
          midcall <span className="muted">console</span>
        </span>
      </a>
      {open > 0 && (
        <a className="count" href="#questions" onClick={(event) => skipTo(event, "#questions")}>
          {open === 1 ? "1 question" : `${open} questions`}
        </a>
      )}
      <ThemeSwitch />
    </header>
  );
}

function ThemeSwitch(): React.ReactNode {
  const theme = useTheme();
  return (
    <label className="theme">
      <span>Theme</span>
      <select value={theme} onChange={(event) => setTheme(event.target.value as Theme)}>
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {NAMES[name]}
          </option>
        ))}
      </select>
    </label>
  );
}
