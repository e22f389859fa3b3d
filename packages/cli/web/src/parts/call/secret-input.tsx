import { type ClipboardEvent, type ComponentProps, useState } from "react";
import { t } from "../../messages/text.js";

export interface SecretInputProps extends Pick<
  ComponentProps<"input">,
  "id" | "aria-required" | "aria-invalid" | "aria-describedby"
> {
  /** What it is the value of. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}

/** An input whose text is hidden until the user wants to see it. A key of several lines stays as it is. */
export function SecretInput(props: SecretInputProps): React.ReactNode {
  const { label, value, onChange, ...rest } = props;
  const [isShown, setShown] = useState(false);
  const common = {
    ...rest,
    value,
    dir: "ltr",
    autoComplete: "off",
    spellCheck: false,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(event.currentTarget.value),
  };
  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData("text/plain");
    // An input would take the line ends out.
    if (!/\n./.test(text)) return;
    event.preventDefault();
    onChange(text);
  };
  return (
    <span className="secret-input">
      {value.includes("\n") ? (
        <textarea rows={4} className={isShown ? "code" : "code hidden-text"} {...common} />
      ) : (
        <input type={isShown ? "text" : "password"} onPaste={paste} {...common} />
      )}
      <button
        type="button"
        className="small"
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        {t("Show")}
        <span className="unseen"> {label}</span>
      </button>
    </span>
  );
}
