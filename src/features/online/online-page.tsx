import { CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { salon$ } from '#data/salon.queries.ts';
import { RoleNote } from '#features/shared/role-note.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { ErrorBox } from '#ui/page/error-box.tsx';
import { Notice } from '#ui/page/notice.tsx';
import { Page } from '#ui/page/page.tsx';
import { BackLink } from '#ui/page/page-links.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { useLive } from '#ui/timing/use-live.ts';
import { PageForm } from './page-form.tsx';
import { PageHandout } from './page-handout.tsx';
import { PagePromises } from './page-promises.tsx';
import { PageStatus } from './page-status.tsx';
import { useBookingPage } from './use-booking-page.ts';

/** `/salon/online`: whether customers book themselves, how they come to the page, and by which rules. The owner's; a manager reads it. */
export function OnlinePage() {
  const { t } = useTranslation(['online', 'common']);
  const replica = useReplica();
  const { role } = useRights();
  const read = useBookingPage();
  const config = useLive(() => salon$(replica), [replica]);
  const { kept, failure, isOffline } = read;
  // Before a pull has said who somebody is, the server alone judges.
  const isOwner = role === 'owner' || role === null;
  const salon = config?.salon ?? null;
  return (
    <Page title={t('online:title')} lead={<BackLink to="/salon" label={t('online:back')} />}>
      <div className="flex max-w-[68rem] flex-col gap-5">
        {role === 'staff' ? (
          <RoleNote>{t('online:for_owner')}</RoleNote>
        ) : (
          <>
            {failure ? (
              <ErrorBox title={t('online:loading_failed')} detail={failure} onRetry={() => void read.refresh()} />
            ) : null}
            {isOffline ? (
              <Notice tone="warn" icon={<CloudOff className="i" aria-hidden="true" />}>
                {t('online:offline')}
              </Notice>
            ) : null}
            {!isOwner ? <RoleNote>{t('online:read_only')}</RoleNote> : null}
            {kept.value && config && salon ? (
              <>
                <PageStatus page={kept.value.page} zone={config.effective.timezone} readOnly={!isOwner || isOffline} />
                {kept.value.page.slug ? (
                  <PageHandout slug={kept.value.page.slug} isLive={kept.value.page.live} salon={salon} />
                ) : null}
                <PageForm
                  page={kept.value.page}
                  salonName={salon.name_en || salon.name_bg}
                  locked={isOwner ? (isOffline ? t('common:needs_connection') : undefined) : t('online:read_only')}
                />
                <PagePromises />
              </>
            ) : failure || isOffline ? null : (
              <SkeletonRows />
            )}
          </>
        )}
      </div>
    </Page>
  );
}
