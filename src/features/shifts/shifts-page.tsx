import { useTranslation } from 'react-i18next';
import { salon$ } from '#data/salon.queries.ts';
import { todayIn } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import { ErrorBox } from '#ui/error-box.tsx';
import { Page } from '#ui/page.tsx';
import { BackLink } from '#ui/page-links.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useLive } from '#ui/use-live.ts';
import { ShiftsOfWeek } from './shifts-of-week.tsx';

/** `/shifts`: who works when in a week, by employee or by day, and every way to change it. */
export function ShiftsPage() {
  const { t } = useTranslation('shifts');
  const replica = useReplica();
  const salon = useLive(() => salon$(replica), [replica]);
  const known = Number.isInteger(replica.salonId) && replica.salonId > 0;
  if (salon && known) {
    const zone = salon.effective.timezone;
    return <ShiftsOfWeek zone={zone} today={todayIn(zone, Date.now())} />;
  }
  return (
    <Page title={t('title')} lead={known ? undefined : <BackLink to="/calendar" label={t('back')} />}>
      {known ? <SkeletonRows /> : <ErrorBox title={t('salon_id_not_found')} />}
    </Page>
  );
}
