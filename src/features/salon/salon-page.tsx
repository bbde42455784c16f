import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionState } from '#features/use-replica.ts';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { NewSalon } from './new-salon.tsx';
import { SavedSalon } from './saved-salon.tsx';
import { useSalonFailure } from './use-salon-failure.ts';

/** Creates the salon, shows it, edits it (document 1 §2). Creating needs the server; editing works offline. */
export function SalonPage() {
  const { t } = useTranslation('salon');
  const state = useSessionState();
  if (state.phase !== 'signed-in') return null;
  const { replica, replicaError, salonId, profile } = state;
  return (
    <Page title={t('title')}>
      {salonId === null ? (
        <NewSalon />
      ) : replica ? (
        // A stored id gives no right: who has no salon of their own may create one.
        <SavedSalon key={salonId} replica={replica} mayBeForeign={profile.salonId === null} />
      ) : replicaError ? (
        <ReplicaFailed error={replicaError} />
      ) : (
        <SkeletonRows avatar={false} />
      )}
    </Page>
  );
}

/** The rows on this device did not open: told as any failure to load the salon is. */
function ReplicaFailed({ error }: { error: unknown }) {
  const { t } = useTranslation('salon');
  const failed = useSalonFailure();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure, not for each language
  useEffect(() => failed(error, t('load_failed')), [error]);
  return <ErrorBox title={t('load_failed')} detail={error instanceof Error ? error.message : undefined} />;
}
