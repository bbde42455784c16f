import { useTranslation } from 'react-i18next';
import { ErrorBox } from '#ui/error-box.tsx';
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
