import { useTranslation } from 'react-i18next';
import { ErrorBox } from '#ui/page/error-box.tsx';
import type { CallFailure } from './booking-server.ts';

/** Says that a call failed: nothing was done, and it can be tried again. */
export function FailedCall({ why, onRetry }: { why: CallFailure; onRetry: () => void }) {
  const { t } = useTranslation('book');
  const [title, detail] = why === 'line' ? [t('offline_title'), t('offline')] : [t(why), undefined];
  return <ErrorBox title={title} detail={detail} onRetry={onRetry} retryLabel={t('retry')} />;
}
