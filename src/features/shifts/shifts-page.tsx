import { useTranslation } from 'react-i18next';
import { salon$ } from '#data/salon.queries.ts';
import { todayIn } from '#domain/time.ts';
import { useReplica } from '#features/use-replica.ts';
import { Page } from '#ui/page.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { useLive } from '#ui/use-live.ts';
import { ShiftsOfWeek } from './shifts-of-week.tsx';

/** `/shifts`: who works when in a week, by employee or by day. Changing it comes with a later version. */
export function ShiftsPage() {
  const { t } = useTranslation('shifts');
  const replica = useReplica();
  const salon = useLive(() => salon$(replica), [replica]);
  if (salon) return <ShiftsOfWeek today={todayIn(salon.effective.timezone, Date.now())} />;
  return (
    <Page title={t('title')}>
      <SkeletonRows />
    </Page>
  );
}
