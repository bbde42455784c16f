import { useTranslation } from 'react-i18next';
import { CombSpinner } from '#ui/comb-spinner.tsx';
import { ErrorBox } from '#ui/error-box.tsx';

interface UnreadyProps {
  phase: 'loading' | 'gone' | 'failed';
  error: unknown;
  onRetry(): void;
}

/** In the dialog while its reservation is read, and where that cannot be or is not there any more (RES-20, RES-21). */
export function ReservationUnready({ phase, error, onRetry }: UnreadyProps) {
  const { t } = useTranslation('calendar');
  if (phase === 'loading') {
    return (
      <div className="flex flex-col items-center gap-3 py-10 text-primary-ink" role="status">
        <CombSpinner className="text-[2.25rem]" />
        <span className="text-ink-2">{t('reservation.loading')}</span>
      </div>
    );
  }
  if (phase === 'gone') return <ErrorBox title={t('reservation.not_found')} />;
  return (
    <ErrorBox
      title={t('data_failed')}
      detail={error instanceof Error ? error.message : undefined}
      onRetry={onRetry}
      retryLabel={t('retry')}
    />
  );
}
