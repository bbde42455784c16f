import { useTranslation } from 'react-i18next';
import { ErrorBox } from '#ui/error-box.tsx';

/** The browser does not let the app read what it keeps here; nothing can be shown without that. */
export function StartFailed({ error }: { error: unknown }) {
  const { t } = useTranslation('shell');
  return (
    <main className="mx-auto max-w-2xl p-5 pt-20">
      <ErrorBox
        title={t('storage_failed.title')}
        detail={error instanceof Error ? error.message : undefined}
        onRetry={() => location.reload()}
      />
    </main>
  );
}
