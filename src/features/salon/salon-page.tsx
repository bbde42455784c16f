import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { keepSalonReadError } from '#data/salon/salon-read-error.ts';
import { useSessionState } from '#features/use-replica.ts';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { KeptReadError } from './kept-read-error.tsx';
import { NewSalon } from './new-salon.tsx';
import { SavedSalon } from './saved-salon.tsx';
import { useSalonFailure } from './use-salon-failure.ts';

/**
 * Creates the salon, shows it, edits it (document 1 §2). Creating needs the server; editing works offline.
 * `onRetry` opens the rows on this device once more.
 */
export function SalonPage({ onRetry }: { onRetry?: () => void }) {
  const { t } = useTranslation('salon');
  const state = useSessionState();
  if (state.phase !== 'signed-in') return null;
  const { replica, replicaError, salonId, profile } = state;
  return (
    <Page title={t('title')}>
      <KeptReadError />
      {salonId === null ? (
        <NewSalon />
      ) : replica ? (
        // A stored id gives no right: who has no salon of their own may create one.
        <SavedSalon key={salonId} replica={replica} mayBeForeign={profile.salonId === null} />
      ) : replicaError ? (
        <ReplicaFailed error={replicaError} onRetry={onRetry} />
      ) : (
        <SkeletonRows avatar={false} />
      )}
    </Page>
  );
}

/** The rows on this device did not open: told as any failure to load the salon is. */
function ReplicaFailed({ error, onRetry }: { error: unknown; onRetry: (() => void) | undefined }) {
  const { t } = useTranslation('salon');
  const failed = useSalonFailure();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure, not for each language
  useEffect(() => {
    failed(error, t('load_failed'));
    keepSalonReadError(error, Date.now());
  }, [error]);
  return <ErrorBox title={t('load_failed')} detail={error instanceof Error ? error.message : undefined} onRetry={onRetry} />;
}
