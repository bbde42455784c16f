import { Component, type ReactNode } from 'react';
import { FailedCall } from './failed-call.tsx';

/** Puts a sentence and a way to begin anew in the place of a page that fails in itself, which would be blank. */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    console.error('The page failed', error);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="mx-auto w-full max-w-[40rem] px-3 pt-10">
        <FailedCall why="fault" onRetry={() => window.location.reload()} />
      </main>
    );
  }
}
