import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { caughtError } from '#data/reports/caught.ts';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { openingText } from './opening-text.ts';

/** Nothing can be shown: the browser does not let the app read what it keeps here, or the app itself has `crashed`. */
export function StartFailed({ error, crashed = false }: { error: unknown; crashed?: boolean }) {
  const { t } = useTranslation('shell');
  return (
    <main className="mx-auto max-w-2xl p-5 pt-20">
      <ErrorBox
        title={t(crashed ? 'crash.title' : 'storage_failed.title')}
        detail={crashed ? (error instanceof Error ? error.message : undefined) : openingText(error, t)}
        onRetry={() => location.reload()}
      />
    </main>
  );
}

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
