import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { salon$ } from '#data/salon.queries.ts';
import { RoleNote } from '#features/shared/role-note.tsx';
import { useReplica } from '#features/shared/use-replica.ts';
import { useRights } from '#features/shared/use-rights.ts';
import { useLanguage } from '#i18n/use-language.ts';
import { Card } from '#ui/page/card.tsx';
import { Page } from '#ui/page/page.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { useLive } from '#ui/timing/use-live.ts';
import { SampleCard } from './sample-card.tsx';
import { StepList } from './step-list.tsx';
import { TabletDialog } from './tablet-dialog.tsx';
import { useFirstSteps } from './use-first-steps.ts';

/** `/first-steps`: what a new salon does first, in any order, and the sample salon to look around in. */
export function FirstStepsPage() {
  const { t } = useTranslation(['steps', 'rights']);
  const maySetUp = useRights().mayMake('services');
  const replica = useReplica();
  const first = useFirstSteps(replica);
  const [address, setAddress] = useSearchParams();
  const { role } = useRights();
  const language = useLanguage();
  const salon = useLive(() => salon$(replica), [replica])?.salon;
  return (
    <Page title={t('title')}>
      <div className="mx-auto flex w-full max-w-[44rem] flex-col gap-4">
        <Card title={t('heading')} subtitle={t('text')}>
          {maySetUp ? null : <RoleNote>{t('rights:first_steps')}</RoleNote>}
          {maySetUp && first ? <StepList first={first} /> : null}
          {maySetUp && !first ? <SkeletonRows avatar={false} /> : null}
        </Card>
        <SampleCard />
      </div>
      {address.get('open') === 'tablet' ? (
        <TabletDialog
          isOwner={role === 'owner'}
          salon={(language === 'bg' ? salon?.name_bg || salon?.name_en : salon?.name_en || salon?.name_bg) ?? ''}
          onDone={() => first?.pass('tablet', true)}
          onClose={() => setAddress({}, { replace: true })}
        />
      ) : null}
    </Page>
  );
}
