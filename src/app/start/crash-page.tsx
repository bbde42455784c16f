import { Component, type ErrorInfo, type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useRouteError } from 'react-router-dom';
import { StorageClosedError } from '#data/failures.ts';
import { caughtError } from '#data/reports/caught.ts';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Page } from '#ui/page/page.tsx';
import { openingText } from './opening-text.ts';
import { isLoadFailure, reloadOnce } from './reload-once.ts';

/** Stands where a screen failed. Below the layout the menu stays usable; `whole` stands for the layout itself. */
export function CrashPage({ whole = false }: { whole?: boolean }) {
  const { t } = useTranslation('shell');
  const error = useRouteError();
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    caughtError(error);
    console.error('A screen failed', error);
    reloadOnce(error, Date.now());
  }, [error]);

  const detail = error instanceof Error ? error.message : undefined;
  const box = (
    <ErrorBox
      title={t('crash.title')}
      detail={detail}
      retryLabel={t('crash.retry')}
      onRetry={() => {
        // A part of the app that did not load, and a database that does not open, can only be asked for anew by the browser itself.
        if (isLoadFailure(error) || error instanceof StorageClosedError) window.location.reload();
        // Going to where one is lets the router try the screen anew.
        else navigate(location, { replace: true, state: location.state });
      }}
    />
  );
  return whole ? <main className="mx-auto max-w-2xl p-5 pt-20">{box}</main> : <Page title={t('crash.heading')}>{box}</Page>;
}

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
