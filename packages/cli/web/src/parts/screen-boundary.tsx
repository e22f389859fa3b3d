import { Component } from "react";
import { t } from "../messages/text.js";

export interface ScreenBoundaryProps {
  /** The URL's fragment. When it changes, the error is cleared. */
  readonly place: string;
  readonly children: React.ReactNode;
}

interface Failure {
  readonly place: string;
  readonly message: string;
}

interface Failed {
  readonly failure?: Failure | undefined;
}

/** Contains the error of a screen, so that the rest of the page and its questions stay usable. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, Failed> {
  override state: Failed = {};

  static getDerivedStateFromError(error: unknown): Failed {
    return { failure: { place: location.hash, message: String((error as Error).message) } };
  }

  override componentDidUpdate(): void {
    const { failure } = this.state;
    if (failure && failure.place !== this.props.place) this.setState({ failure: undefined });
  }

  override render(): React.ReactNode {
    const { failure } = this.state;
    const { place, children } = this.props;
    if (failure?.place !== place) return children;
    return (
      <div role="alert">
        <h1 tabIndex={-1}>{t("This screen could not be shown")}</h1>
        <p>
          {t(
            "An unexpected error occurred. You can still answer questions, and running calls continue. Choose another screen, or try again.",
          )}
        </p>
        <p className="problem words">{failure.message}</p>
        <div className="actions">
          <button type="button" onClick={() => this.setState({ failure: undefined })}>
            {t("Try again")}
          </button>
          <a href="#/">{t("All servers")}</a>
        </div>
      </div>
    );
  }
}
