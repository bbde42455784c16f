import { useTranslation } from 'react-i18next';
import { salon$ } from '#data/salon.queries.ts';
import { todayIn } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import { Page } from '#ui/page.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useLive } from '#ui/use-live.ts';
import { ShiftsOfWeek } from './shifts-of-week.tsx';

/** `/shifts`: who works when in a week, by employee or by day, and every way to change it. */
export function ShiftsPage() {
  const { t } = useTranslation('shifts');
  const replica = useReplica();
  const salon = useLive(() => salon$(replica), [replica]);
  if (salon) {
    const zone = salon.effective.timezone;
    return <ShiftsOfWeek zone={zone} today={todayIn(zone, Date.now())} />;
  }
  return (
    <Page title={t('title')}>
      <SkeletonRows />
    </Page>
  );
}
