import { Component } from "react";

export interface ScreenBoundaryProps {
  /** Where somebody is; elsewhere the next screen gets its chance. */
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

/** Keeps a screen that fails from taking the page along, and the questions on it. */
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
        <h1 tabIndex={-1}>This screen could not be shown</h1>
        <p>
          Something on it is not as this page expects. What servers ask you is still shown here, and
          what was running goes on. Choose another screen, or try this one again.
        </p>
        <p className="problem words">{failure.message}</p>
        <div className="actions">
          <button type="button" onClick={() => this.setState({ failure: undefined })}>
            Try again
          </button>
          <a href="#/">All servers</a>
        </div>
      </div>
    );
  }
}
