import { Component, type ErrorInfo, type ReactNode } from 'react';
import { caughtError } from '#data/reports/caught.ts';
import { StartFailed } from './start-failed.tsx';

/** The last net, above the router: without it a failure outside every screen would leave an empty page. */
export class RootBoundary extends Component<{ children: ReactNode }, { error: unknown; failed: boolean }> {
  override state = { error: null as unknown, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo) {
    caughtError(error);
    console.error('The app failed outside every screen', error, componentStack);
  }

  override render() {
    return this.state.failed ? <StartFailed error={this.state.error} crashed /> : this.props.children;
  }
}
