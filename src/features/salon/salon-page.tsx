import { useTranslation } from 'react-i18next';
import { useSessionState } from '#features/use-replica.ts';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { NewSalon } from './new-salon.tsx';
import { SavedSalon } from './saved-salon.tsx';

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
        <ErrorBox title={t('load_failed')} detail={replicaError instanceof Error ? replicaError.message : undefined} />
      ) : (
        <SkeletonRows avatar={false} />
      )}
    </Page>
  );
}
