import { Component, type ReactNode } from 'react';

interface Props {
  onFailure: (error: unknown) => void;
  children: ReactNode;
}

/** Keeps a render error inside its mount; the shell shows the failure panel in its place. */
export class RenderBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailure(error);
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
