import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useReplica } from '#features/shared/use-replica.ts';
import { Card } from '#ui/page/card.tsx';
import { Page } from '#ui/page/page.tsx';
import { SkeletonRows } from '#ui/page/skeleton.tsx';
import { SampleCard } from './sample-card.tsx';
import { StepList } from './step-list.tsx';
import { TabletDialog } from './tablet-dialog.tsx';
import { useFirstSteps } from './use-first-steps.ts';

/** `/first-steps`: what a new salon does first, in any order, and the sample salon to look around in. */
export function FirstStepsPage() {
  const { t } = useTranslation('steps');
  const replica = useReplica();
  const first = useFirstSteps(replica);
  const [address, setAddress] = useSearchParams();
  return (
    <Page title={t('title')}>
      <div className="mx-auto flex w-full max-w-[44rem] flex-col gap-4">
        <Card title={t('heading')} subtitle={t('text')}>
          {first ? <StepList first={first} /> : <SkeletonRows avatar={false} />}
        </Card>
        <SampleCard />
      </div>
      {address.get('open') === 'tablet' ? (
        <TabletDialog onDone={() => first?.pass('tablet', true)} onClose={() => setAddress({}, { replace: true })} />
      ) : null}
    </Page>
  );
}
